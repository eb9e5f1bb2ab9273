import { recountAndLearnDirectoryWords } from '#app/features/directory/listings-service.server.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { encodePicture, type StoredPicture, storePicture } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { drawSampleScene } from './drawings.ts'
import { generateSampleBusinesses } from './sample-businesses.ts'
import { runBulkBusinessWrite, type SampleBusinessRecord, writeSampleBusinesses } from './sample-writer.ts'

const batchSize = 2_000
/** Scenes that hang in bulk galleries; all of them would take longer to encode than many businesses to write. */
const sceneCount = 6

/**
 * Writes the first `count` bulk samples; those with a gallery share a few stored pictures. The same count gives the same
 * rows in every database, and a second run changes nothing. All rows in one transaction.
 */
export async function seedSampleBusinesses(
  platform: Pick<Platform, 'db' | 'storage'>,
  count: number,
  report: (done: number) => void,
): Promise<void> {
  await syncReferenceData(platform)
  const scenes = await Promise.all(Array.from({ length: sceneCount }, (_, scene) => storeScene(platform, scene)))
  await runBulkBusinessWrite(platform.db, async (transaction) => {
    let batch: SampleBusinessRecord[] = []
    let number = 0
    const flush = async () => {
      await writeSampleBusinesses(transaction, 'seed', batch)
      batch = []
      report(number)
    }
    for (const business of generateSampleBusinesses(count)) {
      const gallery = business.gallery.flatMap(({ scene, caption }) => {
        const picture = scenes[scene % sceneCount]
        return picture ? [{ ...picture, caption }] : []
      })
      batch.push({ number, business, logo: null, gallery })
      number += 1
      if (batch.length === batchSize) await flush()
    }
    await flush()
  })
  await recountAndLearnDirectoryWords(platform)
}

/** Unlike a member's picture it has a fixed name: seeding again writes the same files. */
async function storeScene({ storage }: Pick<Platform, 'storage'>, scene: number): Promise<StoredPicture> {
  const picture = await encodePicture('gallery', Buffer.from(drawSampleScene(scene).svg), 'quick')
  return storePicture(storage, 'gallery', 'samples', picture, `scene-${scene}`)
}
