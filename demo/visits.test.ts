import { expect } from 'vitest'
import { getEnquiryInboxSummary } from '#app/features/enquiries/inbox-service.server.ts'
import { getOwnVisitStatistics } from '#app/features/visits/service.server.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { platform, test } from '#tests/platform-test.ts'
import { makeDemoBusinesses } from './businesses.ts'
import { sampleId, writeSampleBusinesses } from './sample-writer.ts'
import { writeSampleVisits } from './visits.ts'

test('the owner of the demo has statistics beside the typical firm, words and enquiries', async () => {
  const [business] = makeDemoBusinesses()
  if (!business) throw new Error('no sample')
  await platform.db.transaction(async (transaction) => {
    await writeSampleBusinesses(transaction, 'demo', [{ number: 0, business, logo: null, gallery: [] }])
    await writeSampleVisits(transaction, sampleId('business', 'demo', 0), business.trade)
  })
  const owner = actorOf(sampleId('owner', 'demo', 0))
  const statistics = await getOwnVisitStatistics(platform, owner)
  expect(statistics?.weeks.every(({ view, found }) => view > 0 && found > view)).toBe(true)
  expect(Object.keys(statistics?.typical?.weeks ?? {}).length).toBe(11)
  expect(statistics?.words.map(({ word }) => word)).toEqual(['joiner', 'Kendal', 'fitted wardrobes', 'staircase', null])
  expect((await getEnquiryInboxSummary(platform, owner))?.counts).toEqual({ new: 1, answered: 1, done: 1, spam: 0 })
})
