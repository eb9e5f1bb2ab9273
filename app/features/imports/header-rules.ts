import { formatImportCellForMessage, tidyImportCell } from './row-schema.ts'

/** Other names a column may have. */
const aliases: Record<string, string> = Object.fromEntries(
  Object.entries({
    name: ['business_name', 'company', 'company_name', 'trading_name', 'business'],
    email: ['e_mail', 'email_address', 'e_mail_address', 'contact_email'],
    business_phone_number: [
      'phone',
      'phone_number',
      'phone_no',
      'telephone',
      'telephone_number',
      'telephone_no',
      'tel',
      'tel_no',
      'mobile',
    ],
    website_url: ['website', 'web', 'url', 'web_address', 'website_address', 'site'],
    street_address: ['address', 'street', 'address_1', 'address1', 'address_line_1', 'street_1'],
    city: ['town', 'town_city', 'city_town', 'post_town'],
    postcode: ['post_code', 'postal_code', 'zip', 'zip_code'],
    company_number: ['company_no', 'company_registration_number', 'company_reg_no', 'crn', 'companies_house_number'],
    products_services: ['products', 'services', 'products_and_services'],
    facebook_url: ['facebook'],
    linkedin_url: ['linkedin'],
    instagram_url: ['instagram'],
    twitter_url: ['twitter', 'x'],
    tiktok_url: ['tiktok'],
    youtube_url: ['youtube'],
    business_slug: ['slug'],
  }).flatMap(([column, others]) => others.map((other) => [other, column])),
)

/** A column's name in small letters, its words joined as ours are: 'Post Code', 'E-mail' and 'Tel. no.' give post_code, e_mail and tel_no. */
function columnName(cell: string): string {
  return tidyImportCell(cell)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}

/** Columns that say the same thing in two ways. */
const alternatives = [['industry', 'industry_id']] as const

const besideOwnerEmail = ['owner_first_name', 'owner_last_name']

/** The columns a header names, in its order, without empty ones at its end, and in words what is wrong with it. */
export function parseImportHeader(cells: string[], known: string[]): { columns: string[]; problems: string[] } {
  const named = cells.map((cell) => {
    const name = columnName(cell)
    return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
  })
  const columns = named.slice(0, named.findLastIndex((name) => name !== '') + 1)
  const problems: string[] = []
  const seen = new Set<string>()
  const unknown: string[] = []
  for (const [index, column] of columns.entries()) {
    if (column === '') problems.push(`column ${index + 1} of the header has no name`)
    else if (!known.includes(column)) unknown.push(formatImportCellForMessage(tidyImportCell(cells[index] ?? '')))
    else if (seen.has(column)) problems.push(`column ${column} stands in the header more than once`)
    seen.add(column)
  }
  if (unknown.length > 0) {
    problems.push(
      `the header has unknown columns: ${unknown.join(', ')}. Those that can be imported: ${known.join(', ')}`,
    )
  }
  if (!seen.has('name')) problems.push('the header has no column name')
  for (const [one, other] of alternatives) {
    if (seen.has(one) && seen.has(other)) problems.push(`the header has both ${one} and ${other}; keep one of them`)
  }
  const missing = besideOwnerEmail.filter((column) => !seen.has(column))
  if (seen.has('owner_email') && missing.length > 0) {
    problems.push(`the header has owner_email without ${missing.join(' and ')}`)
  }
  return { columns, problems }
}
