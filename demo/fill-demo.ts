import { sql } from 'drizzle-orm'
import { recountAndLearnDirectoryWords } from '#app/features/directory/listings-service.server.ts'
import { rebuildTradePageRows } from '#app/features/directory/trade-pages/queries.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { type EncodedPicture, encodePicture, storePicture } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { demoOwnerEmail, demoReviewerId, sampleNumberOfDemoOwnersBusiness, writeDemoAccounts } from './accounts.ts'
import { makeDemoBusinesses } from './businesses.ts'
import {
  storeSampleVerificationDocuments,
  writeSampleVerificationCases,
  writeSampleVerificationDecisions,
} from './cases.ts'
import { drawSampleLogo, drawSampleScene } from './drawings.ts'
import { writeSampleBusinessFacts } from './facts.ts'
import { writeSampleOrders } from './orders.ts'
import { storeSamplePodcastFiles, writeSamplePodcasts } from './podcasts.ts'
import { makeSampleBusinessSlugs, type SampleBusiness } from './sample-business.ts'
import { type SampleBusinessRecord, sampleId, writeSampleBusinesses } from './sample-writer.ts'
import { writeSampleVisits } from './visits.ts'

/** Fills a database in which nobody and nothing is yet, saying so as it goes; leaves any other as it is. */
export async function fillDemoWhenEmpty(platform: Pick<Platform, 'db' | 'storage' | 'vault'>): Promise<void> {
  if (!(await isEmpty(platform))) return
  console.log('Filling the empty database with sample businesses, once...')
  await fillDemo(platform, (done, of) => {
    if (done % 100 === 0) console.log(`  ${done} of ${of}`)
  })
}

async function isEmpty(platform: Pick<Platform, 'db'>): Promise<boolean> {
  const [row] = await queryRows<{ empty: boolean }>(
    platform.db,
    sql`SELECT NOT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM businesses) AS empty`,
  )
  return row?.empty ?? false
}

/**
 * Fills the database with the demo's sample businesses, pictures, accounts to try it out with and all. The rows are written in one transaction at the
 * end: killed before, the next start finds an empty database and begins again.
 */
export async function fillDemo(
  platform: Pick<Platform, 'db' | 'storage' | 'vault'>,
  report: (done: number, of: number) => void,
): Promise<void> {
  const samples = makeDemoBusinesses().map((business, number) =>
    number === sampleNumberOfDemoOwnersBusiness
      ? { ...business, owner: { ...business.owner, email: demoOwnerEmail } }
      : business,
  )
  const slugs = makeSampleBusinessSlugs(samples)
  // A scene hangs in several galleries and is dear to encode; each gallery still gets files of its own.
  const scenes = new Map<number, Promise<EncodedPicture>>()
  const encodeScene = (scene: number) => {
    const picture = scenes.get(scene) ?? encodePicture('gallery', Buffer.from(drawSampleScene(scene).svg), 'quick')
    scenes.set(scene, picture)
    return picture
  }
  let done = 0
  const records = await mapInTurns(samples, async (business, number): Promise<SampleBusinessRecord> => {
    const folder = sampleId('business', 'demo', number)
    const logo = business.logo && (await encodePicture('logo', Buffer.from(drawSampleLogo(business.logo)), 'quick'))
    const gallery: SampleBusinessRecord['gallery'] = []
    for (const { scene, caption } of business.gallery) {
      gallery.push({ ...(await storePicture(platform.storage, 'gallery', folder, await encodeScene(scene))), caption })
    }
    done += 1
    report(done, samples.length)
    return {
      number,
      business,
      slug: slugs[number],
      logo: logo && (await storePicture(platform.storage, 'logo', folder, logo)),
      gallery,
    }
  })
  const documents = await storeSampleVerificationDocuments(platform)
  const podcasts = await storeSamplePodcastFiles(platform, podcastHosts(samples))
  await platform.db.transaction(async (transaction) => {
    await writeSampleBusinesses(transaction, 'demo', records)
    await writeDemoAccounts(transaction)
    const owners = records.map(({ business }) => business.owner)
    await writeSampleVerificationDecisions(transaction, owners, demoReviewerId)
    await writeSampleVerificationCases(transaction, platform, documents)
    await writeSampleBusinessFacts(transaction, samples, demoReviewerId)
    await writeSamplePodcasts(transaction, podcasts)
    const [owned] = samples.slice(sampleNumberOfDemoOwnersBusiness)
    if (owned)
      await writeSampleVisits(transaction, sampleId('business', 'demo', sampleNumberOfDemoOwnersBusiness), owned.trade)
    await writeSampleOrders(transaction)
  })
  await platform.db.execute(sql`ANALYZE`)
  await recountAndLearnDirectoryWords(platform)
  await rebuildTradePageRows(platform.db)
}

/** The numbers of samples whose owners may host a podcast that is seen, the owner to try out with first. */
function podcastHosts(samples: SampleBusiness[]): number[] {
  const numbers = samples.flatMap(({ owner }, number) =>
    owner.status === 'Verified' && !owner.suspended ? number : [],
  )
  return [sampleNumberOfDemoOwnersBusiness, ...numbers.filter((number) => number !== sampleNumberOfDemoOwnersBusiness)]
}

/** Maps over items with a few under way at a time: enough to keep the encoders busy, not so many as to fill the memory. */
async function mapInTurns<Item, Result>(
  items: Item[],
  act: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await act(item, index)
  }
  await Promise.all(Array.from({ length: 6 }, work))
  return results
}
