import { createHash } from 'node:crypto'
import { encodeUpload, PictureRefused, putPicture } from '#app/platform/.server/images.ts'
import { OutsideFailed } from '#app/platform/.server/outside-fetch.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Printer } from '#app/platform/.server/print.ts'

/**
 * Keeps the pictures of a product in our own store, encoded afresh: pages load nothing from elsewhere. `kept` are the keys it has
 * already. Gives the key of an address, or null where there is no picture to be had from it; the next reading tries again then.
 * None is ever deleted: orders go on showing what was bought.
 */
export function pictureKeeper(
  { storage, log }: Pick<Platform, 'storage' | 'log'>,
  printer: Printer,
  productId: number,
  kept: ReadonlySet<string>,
): (address: string | null) => Promise<string | null> {
  const found = new Map<string, Promise<string | null>>()
  const keep = async (address: string): Promise<string | null> => {
    const key = pictureKey(productId, address)
    if (!key || kept.has(key)) return key
    try {
      const encoded = await encodeUpload('shop', await printer.readPicture(address))
      const { width, height, colour } = encoded
      await putPicture(storage, 'shop', { key, width, height, colour, masterKey: null }, encoded)
      return key
    } catch (error) {
      if (!(error instanceof OutsideFailed || error instanceof PictureRefused)) throw error
      log.warn({ productId, error }, 'a picture of a product could not be kept')
      return null
    }
  }
  return async (address) => {
    if (!address) return null
    const known = found.get(address) ?? keep(address)
    found.set(address, known)
    return known
  }
}

/** The same key for the same address. Its host does not count: a stand-in's changes with every start. */
function pictureKey(productId: number, address: string): string | null {
  if (!URL.canParse(address)) return null
  const { pathname, search } = new URL(address)
  return `${productId}/${createHash('sha256').update(`${pathname}${search}`).digest('hex').slice(0, 32)}.webp`
}
