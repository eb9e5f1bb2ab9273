import { expect, test } from 'vitest'
import { processorTimeOf } from '#tests/processor-time.ts'
import { parseImportHeader } from './header-rules.ts'
import { makeImportRowSchema } from './row-schema.ts'

// spec: world.14.1
test.each([
  ['name', 'Name, Company, Company name, Business Name, Trading name, BUSINESS'],
  ['email', 'Email, E-mail, Email address, E-Mail Address, Contact email'],
  ['business_phone_number', 'Phone, Phone number, Phone no., Telephone, Tel, Tel., Tel. no., Telephone Number, Mobile'],
  ['website_url', 'Website, Web, URL, Web address, Website address, Site, Web\u00adsite'],
  ['street_address', 'Address, Street, Street address, Address 1, Address1, Address line 1, Street 1'],
  ['city', 'City, Town, Town/City, City/Town, Post town'],
  [
    'postcode',
    'Postcode, Post code, POST-CODE, Postal code, Zip, ZIP code, Post\ncode, \ufeffPostcode, Postcode\u00a0',
  ],
  [
    'company_number',
    'Company number, Company no, Company No., Company registration number, CRN, Companies House number',
  ],
  ['products_services', 'Products, Services, Products & Services, Products and services'],
  ['facebook_url', 'Facebook, Facebook URL'],
  ['twitter_url', 'Twitter, X'],
])('the column %s has the names that people give it', (column, names) => {
  for (const name of names.split(', ')) {
    const { columns } = parseImportHeader([name, '', ' '], [column])
    expect(columns, name).toEqual([column])
  }
})

test('an address of several lines is one, and no longer to read than it is long', async () => {
  const lookups = { industries: [], businessTypes: [], branches: [], relationshipTypes: [], trades: [] }
  const { street_address: address } = makeImportRowSchema(lookups).shape
  expect(address.parse('1 High Street ,\n\n  Stricklandgate,\r\nKendal')).toBe('1 High Street, Stricklandgate, Kendal')
  expect(await processorTimeOf(() => address.safeParse(`1${' '.repeat(3_000)}x`))).toBeLessThan(500)
})
