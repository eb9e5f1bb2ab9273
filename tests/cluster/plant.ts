import { openSession } from '#app/features/account/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import type { Planted } from './load.ts'

/** Makes members who are signed in, and listings. */
export async function plant(platform: Platform): Promise<Planted> {
  const planted: Planted = { members: [], slugs: [] }
  for (let count = 0; count < 30; count += 1) {
    const { userId, email } = await createMember(platform.db)
    const cookies = await openSession(platform, { headers: new Headers(), clientIp: '127.0.0.1' }, userId)
    planted.members.push({ userId, email, cookies: cookies.map((cookie) => cookie.replace(/;.*/, '')).join('; ') })
  }
  for (let count = 0; count < 40; count += 1) {
    const { userId } = await createMember(platform.db, { status: 'Verified' })
    const { businessSlug } = await createBusiness(platform.db, { profileId: userId, name: `Sample Business ${count}` })
    planted.slugs.push(businessSlug)
  }
  return planted
}
