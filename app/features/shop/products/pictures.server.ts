import { createHash } from 'node:crypto'
import { SafeFetchError } from '#app/platform/.server/http/safe-fetch.ts'
import { encodeUploadedPicture, PictureRefusedError, putPictureFiles } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { PrintProvider } from '#app/platform/.server/printing/print-provider.ts'

/** The largest file that is kept of a picture. */
const mostBytes = 5 * 1024 * 1024

/**
 * Stores the pictures of a product in our own storage, re-encoded, so that pages load nothing from elsewhere. `kept` are the keys
 * that exist already. Returns the key for a URL, or null if the picture could not be fetched; the next sync tries again. Pictures
 * are never deleted, because orders show what was bought.
 */
export function makeProductPictureImporter(
  { storage, log }: Pick<Platform, 'storage' | 'log'>,
  printer: PrintProvider,
  productId: number,
  kept: ReadonlySet<string>,
): (address: string | null) => Promise<string | null> {
  const found = new Map<string, Promise<string | null>>()
  const keep = async (address: string): Promise<string | null> => {
    const key = pictureKey(productId, address)
    if (!key || kept.has(key)) return key
    try {
      const encoded = await encodeUploadedPicture('shop', await printer.readPicture(address), mostBytes)
      const { width, height, colour } = encoded
      await putPictureFiles(storage, 'shop', { key, width, height, colour, masterKey: null }, encoded)
      return key
    } catch (error) {
      if (!(error instanceof SafeFetchError || error instanceof PictureRefusedError)) throw error
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

/** The same URL always gives the same key. The host is ignored, because a simulator's changes with every start. */
function pictureKey(productId: number, address: string): string | null {
  if (!URL.canParse(address)) return null
  const { pathname, search } = new URL(address)
  return `${productId}/${createHash('sha256').update(`${pathname}${search}`).digest('hex').slice(0, 32)}.webp`
}
