import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type BackupStore, openBackupStore } from '#app/platform/.server/storage/backup-store.ts'

/** A folder for backups with a key pair of its own. */
export async function createBackupTarget() {
  const folder = await mkdtemp(join(tmpdir(), 'muster-backups-'))
  const identity = await generateX25519Identity()
  const store: BackupStore = await openBackupStore({ kind: 'folder', folder })
  return {
    folder,
    identity,
    target: { store, recipient: await identityToRecipient(identity) },
    origin: { store, identity },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
