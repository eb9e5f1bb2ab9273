import { expect, test } from 'vitest'
import { militaryRelationshipTypes } from '#app/features/reference/rules.ts'
import { claimOf } from './claim-rules.ts'

test('only a veteran is said to own a veteran-owned business', () => {
  const claims = militaryRelationshipTypes.map((name) => [name, claimOf(name).claim])
  expect(claims).toEqual([
    ['Veteran', 'Verified veteran-owned'],
    ['Serving member', 'Verified: run by a serving member'],
    ['Reservist', 'Verified: run by a reservist'],
    ['Spouse or partner', "Verified: run by a veteran's spouse or partner"],
    ['Family member', "Verified: run by a veteran's family"],
    ['Supporter', 'Checked supporter of veterans'],
  ])
})

test('nothing but verified is said where the relationship is not known', () => {
  for (const name of [null, 'Cousin', 'toString']) expect(claimOf(name).claim).toBe('Verified')
})
