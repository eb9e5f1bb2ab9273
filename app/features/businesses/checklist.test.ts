import { expect, test } from 'vitest'
import { listingChecklistOf } from './checklist.ts'
import type { OwnBusinessWithPictures } from './section-form-schema.ts'

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
} as unknown as Pick<OwnBusinessWithPictures, 'values' | 'logo' | 'gallery'>

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

test.each<[Partial<OwnBusinessWithPictures['values']>, number]>([
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
  const picture = {} as NonNullable<OwnBusinessWithPictures['logo']>
  expect(doneIn({ ...empty, logo: picture }).indexOf(true)).toBe(4)
  expect(doneIn({ ...empty, gallery: [picture] as OwnBusinessWithPictures['gallery'] }).indexOf(true)).toBe(4)
})
