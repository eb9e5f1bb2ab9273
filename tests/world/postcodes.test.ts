import { expect, test } from 'vitest'
import { normaliseCompanyNumber } from '#app/features/businesses/rules.ts'
import { myBusinessSectionSchemas } from '#app/features/businesses/section-form-schema.ts'
import { serverSideBusinessFormErrors } from '#app/features/businesses/values-service.server.ts'
import { readCases } from './read-cases.ts'

const lookups = { industries: [], businessTypes: [], trades: [] }

// spec: world.14.4
test.each(readCases('postcodes.txt'))('$typed in the form of an owner', ({ typed, right: [right = ''] }) => {
  const { postcode } = myBusinessSectionSchemas.address.parse({ postcode: typed })
  const problem = serverSideBusinessFormErrors(lookups, { postcode }).postcode?.[0]
  expect(problem?.replace('Postcode', 'refused:') ?? postcode).toBe(right)
})

// spec: world.14.2
test.each([
  ['345678', '00345678'],
  ['1234567', '01234567'],
  ['12345678', '12345678'],
  ['SC12345', 'SC012345'],
  ['ni1234', 'NI001234'],
  ['SC012345', 'SC012345'],
  ['12', '12'],
  ['none', 'none'],
])('a company number of %s is %s', (typed, kept) => {
  expect(normaliseCompanyNumber(typed)).toBe(kept)
  expect(myBusinessSectionSchemas.basic.parse({ name: 'Oak', companyNumber: typed }).companyNumber).toBe(kept)
})
