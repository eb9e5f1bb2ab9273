import type { Platform } from '#app/platform/.server/platform.ts'
import { listSamples } from './queries.server.ts'
import { openCode } from './seal.server.ts'

/** Whether the vault opens the codes: one at least of the oldest, and one of the newest. True where there are none. */
export async function opensCodes({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<boolean> {
  const opens = ({ id, code }: { id: string; code: string }) => {
    try {
      openCode(vault, id, code)
      return true
    } catch {
      return false
    }
  }
  return (await listSamples(db)).every((some) => some.length === 0 || some.some(opens))
}
