import type { Platform } from '#app/platform/.server/platform.ts'
import { listSealedEvidenceSamples, type SealedEvidenceSample } from '../maintenance/queries.server.ts'
import { openSealedDocumentFileName, openSealedMilitaryServiceNumber } from './seal.server.ts'

/**
 * The names of keys under which evidence is stored that the vault cannot open: the key is missing, or another has its name. A single
 * thing that is damaged proves nothing, so a key counts as missing where none of a few opens.
 */
export async function listMissingEvidenceEncryptionKeys({
  db,
  vault,
}: Pick<Platform, 'db' | 'vault'>): Promise<string[]> {
  const opens = ({ kind, id, text }: SealedEvidenceSample) => {
    try {
      kind === 'file name'
        ? openSealedDocumentFileName(vault, id, text)
        : openSealedMilitaryServiceNumber(vault, id, text)
      return true
    } catch {
      return false
    }
  }
  const samples = await listSealedEvidenceSamples(db, 5)
  const opened = new Set(samples.filter(opens).map(({ key }) => key))
  return [...new Set(samples.map(({ key }) => key))].filter((key) => !opened.has(key))
}
