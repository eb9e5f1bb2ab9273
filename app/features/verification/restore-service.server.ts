import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { lapseVerification, transitionVerification } from './transitions.server.ts'

/**
 * Ends a verification that a restored backup still has, though it had ended since: rejected where it was revoked, otherwise such that the
 * member confirms it afresh. Nobody is emailed, as they were then. Without a check of who asks.
 */
export async function unsafeEndVerificationAfterBackupRestore(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  profileId: string,
  { isRejected }: { isRejected: boolean },
): Promise<void> {
  if (isRejected) await transitionVerification(platform, transaction, null, profileId, 'revoke')
  else await lapseVerification(transaction, profileId)
}
