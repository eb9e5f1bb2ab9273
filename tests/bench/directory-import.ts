import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBusinesses } from '#app/features/imports/service.server.ts'
import { csvLine } from '#app/lib/csv.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { generateSampleBusinesses } from '#demo/sample-businesses.ts'

export interface ImportTimes {
  rows: number
  seconds: number
}

const rowCount = 34_000

const columns = [
  'name',
  'business_slug',
  'tagline',
  'description',
  'products_services',
  'industry',
  'business_type',
  'email',
  'business_phone_number',
  'website_url',
  'street_address',
  'city',
  'county',
  'postcode',
  'owner_email',
  'owner_first_name',
  'owner_last_name',
  'service_branch',
  'relationship_type',
  'verified',
]

/**
 * Times the import of a file into an empty database.
 * @param folder where the file is written
 */
export async function measureImport(db: Database, folder: string): Promise<ImportTimes> {
  const file = join(folder, 'import.csv')
  const lines = [...generateSampleBusinesses(rowCount, 'import')].map((business, number) =>
    csvLine([
      business.name,
      `imported-${number}`,
      business.tagline,
      business.description,
      business.productsServices,
      business.industry,
      business.businessType,
      business.email,
      business.phone,
      business.websiteUrl,
      business.streetAddress,
      business.city,
      business.county,
      business.postcode,
      business.owner.email,
      business.owner.firstName,
      business.owner.lastName,
      business.owner.serviceBranch,
      business.owner.relationshipType,
      'yes',
    ]),
  )
  writeFileSync(file, [csvLine(columns), ...lines].join(''))
  const started = performance.now()
  const result = await importBusinesses(db, file)
  const seconds = (performance.now() - started) / 1000
  if (!result.imported) throw new Error(`the file was refused: ${result.problems[0]?.reason}`)
  return { rows: result.summary.added, seconds }
}
