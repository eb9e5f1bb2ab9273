import type { PictureBucket } from '#app/lib/pictures.ts'
import type { Database } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import type { ReceivedFile, UploadResult } from '../storage/incoming-files.ts'
import { storedFilesOfPicture, storeFilesWithRows } from '../storage/stored-files.ts'
import {
  encodeUploadedPicture,
  type PictureRefusedError,
  pictureRefusalReasonOfError,
  prepareStoredPictureKeys,
  putPictureFiles,
  type StoredPicture,
} from './images.ts'

/**
 * Encodes a picture that was uploaded, stores its files and has `exchange` put it into the one place it is for. That is false where it is
 * the picture there already, sent twice: then the files are deleted.
 * @param folder where the files are in the bucket
 */
export async function storeReplacementPicture(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage'>,
  { bucket, folder, mostBytes }: { bucket: PictureBucket; folder: string; mostBytes: number },
  { bytes, name }: ReceivedFile,
  exchange: (transaction: Database, picture: StoredPicture) => Promise<boolean>,
): Promise<UploadResult<PictureRefusedError['reason'], { outcome: 'stored' }>> {
  const encoded = await encodeUploadedPicture(bucket, bytes, mostBytes).catch(pictureRefusalReasonOfError)
  if (typeof encoded === 'string') return { outcome: 'refused', reason: encoded, name }
  const picture = prepareStoredPictureKeys(folder, encoded)
  try {
    await storeFilesWithRows(
      platform,
      storedFilesOfPicture(bucket, picture),
      () => putPictureFiles(platform.storage, bucket, picture, encoded),
      async (transaction, claim) => {
        if (await exchange(transaction, picture)) await claim()
      },
    )
    return { outcome: 'stored' }
  } catch (error) {
    platform.log.error({ error, bucket }, 'a picture could not be stored')
    return { outcome: 'failed' }
  }
}
