import { storedFileUrl } from '#app/lib/pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { listStoredProducts } from './queries.server.ts'
import type { ServerFunctionPrintfulProduct } from './schema.ts'

type Row = Awaited<ReturnType<typeof listStoredProducts>>[number]

/** Lists all products for the function 'printful-api'. URLs begin with `origin`. */
export async function listServerFunctionPrintfulProducts(
  { db }: Pick<Platform, 'db'>,
  origin: string,
): Promise<ServerFunctionPrintfulProduct[]> {
  return (await listStoredProducts(db)).map((row) => present(row, origin))
}

/** Returns one of them by the provider's id; null for none. */
export async function getServerFunctionPrintfulProduct(
  { db }: Pick<Platform, 'db'>,
  id: number,
  origin: string,
): Promise<ServerFunctionPrintfulProduct | null> {
  const [row] = await listStoredProducts(db, id)
  return row ? present(row, origin) : null
}

function present(row: Row, origin: string): ServerFunctionPrintfulProduct {
  const sold = row.syncVariants.filter(({ refused }) => refused === null)
  return {
    id: row.id,
    external_id: row.externalId,
    name: row.name,
    thumbnail_url: row.thumbnailUrl && `${origin}${storedFileUrl('shop', row.thumbnailUrl)}`,
    description: row.description,
    variants: row.variants,
    synced: sold.length,
    price: row.price,
    currency: row.currency,
    sync_variants: row.syncVariants.map(({ id, name, retail_price, currency, options, refused }) => ({
      id,
      name,
      retail_price,
      currency,
      synced: refused === null,
      options,
    })),
  }
}
