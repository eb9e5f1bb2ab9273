import { expect } from 'vitest'
import { getInboxSummary } from '#app/features/enquiries/inbox-service.server.ts'
import { getOwnStatistics } from '#app/features/visits/service.server.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { platform, test } from '#tests/platform-test.ts'
import { demoBusinesses } from './businesses.ts'
import { sampleId, writeSamples } from './sample-writer.ts'
import { writeSampleVisits } from './visits.ts'

test('the owner of the demo has statistics beside the typical firm, words and enquiries', async () => {
  const [business] = demoBusinesses()
  if (!business) throw new Error('no sample')
  await platform.db.transaction(async (transaction) => {
    await writeSamples(transaction, 'demo', [{ number: 0, business, logo: null, gallery: [] }])
    await writeSampleVisits(transaction, sampleId('business', 'demo', 0), business.trade)
  })
  const owner = actorOf(sampleId('owner', 'demo', 0))
  const statistics = await getOwnStatistics(platform, owner)
  expect(statistics?.weeks.every(({ view, found }) => view > 0 && found > view)).toBe(true)
  expect(Object.keys(statistics?.typical?.weeks ?? {}).length).toBe(11)
  expect(statistics?.words.map(({ word }) => word)).toEqual(['joiner', 'Kendal', 'fitted wardrobes', 'staircase', null])
  expect((await getInboxSummary(platform, owner))?.counts).toEqual({ new: 1, answered: 1, done: 1, spam: 0 })
})
