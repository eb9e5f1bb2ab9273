// Writes the rows of the demo into db/releases/VERSION, as this release's backups are: tests migrate them with every later release.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '#app/features/backups/set-service.server.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openPlatform } from '#app/platform/.server/platform.ts'
import { release } from '#app/platform/.server/release.ts'
import { openBackupStore } from '#app/platform/.server/storage/backup-store.ts'
import { openStorage } from '#app/platform/.server/storage/storage.ts'
import { fillDemo } from '#demo/fill-demo.ts'

const folder = join('db', 'releases', release.version)
const dataDir = mkdtempSync(join(tmpdir(), 'muster-release-'))
try {
  const { platform, close } = await openPlatform(parseConfig({ DATA_DIR: dataDir }), createLog('warn'), {
    decides: true,
  })
  await syncReferenceData(platform)
  await fillDemo(platform, () => undefined)
  rmSync(folder, { recursive: true, force: true })
  const store = await openBackupStore({ kind: 'folder', folder })
  // The pictures are left out: they are many times larger than the rows, and no migration changes them.
  const storage = await openStorage({ dataDir: join(dataDir, 'no-files'), s3: null })
  await makeBackup({ ...platform, storage }, { store, recipient: null })
  await close()
  console.log(`The dump of ${release.version} is in ${folder}.`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
