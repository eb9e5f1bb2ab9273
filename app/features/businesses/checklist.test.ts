import { expect, test } from 'vitest'
import { listingChecklistOf } from './checklist.ts'
import type { OwnBusiness } from './section-form-schema.ts'

const empty = {
  values: {
    trade1: null,
    businessPhoneNumber: null,
    city: null,
    postcode: null,
    description: null,
    productsServices: null,
  },
  logo: null,
  gallery: [],
} as unknown as Pick<OwnBusiness, 'values' | 'logo' | 'gallery'>

const doneIn = (business: typeof empty) => listingChecklistOf(business).map(({ isDone }) => isDone)

// spec: way.7
test('nothing helps at first, and each thing leads to where it is filled in', () => {
  expect(doneIn(empty)).toEqual([false, false, false, false, false])
  expect(listingChecklistOf(empty).map(({ to }) => to)).toEqual([
    '/my-business#basic',
    '/my-business#contact',
    '/my-business#address',
    '/my-business#basic',
    '/my-business#gallery',
  ])
})

test.each<[Partial<OwnBusiness['values']>, number]>([
  [{ trade1: 'plumbing' }, 0],
  [{ businessPhoneNumber: '01539 496 0000' }, 1],
  [{ city: 'Kendal' }, 2],
  [{ postcode: 'LA9 4QD' }, 2],
  [{ description: 'Tables.' }, 3],
  [{ productsServices: 'Tables' }, 3],
])('%j is one of them', (values, index) => {
  expect(doneIn({ ...empty, values: { ...empty.values, ...values } }).indexOf(true)).toBe(index)
})

test('a logo or a picture is the last', () => {
  const picture = {} as NonNullable<OwnBusiness['logo']>
  expect(doneIn({ ...empty, logo: picture }).indexOf(true)).toBe(4)
  expect(doneIn({ ...empty, gallery: [picture] as OwnBusiness['gallery'] }).indexOf(true)).toBe(4)
})
