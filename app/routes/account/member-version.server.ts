import { countOwnNewEnquiries } from '#app/features/enquiries/inbox-service.server.ts'
import { getOwnDataExportsChangeVersion } from '#app/features/privacy/service.server.ts'
import { getOwnVerificationVersion } from '#app/features/verification/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'

/** Returns a version of everything of the member's that pages show live. It changes with the data. */
export async function getOwnLiveDataVersion(platform: Pick<Platform, 'db'>, actor: Actor): Promise<string> {
  const versions = await Promise.all([
    getOwnVerificationVersion(platform, actor),
    getOwnDataExportsChangeVersion(platform, actor),
    countOwnNewEnquiries(platform, actor),
  ])
  return versions.join('/')
}
