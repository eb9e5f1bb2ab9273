import type { Platform } from '#app/platform/.server/platform.ts'
import { listOldestAndNewestPartnerCodes } from './queries.server.ts'
import { openSealedPartnerCode } from './seal.server.ts'

/** Whether the vault opens the codes: one at least of the oldest, and one of the newest. True where there are none. */
export async function canVaultOpenPartnerCodes({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<boolean> {
  const opens = ({ id, code }: { id: string; code: string }) => {
    try {
      openSealedPartnerCode(vault, id, code)
      return true
    } catch {
      return false
    }
  }
  return (await listOldestAndNewestPartnerCodes(db)).every((some) => some.length === 0 || some.some(opens))
}
