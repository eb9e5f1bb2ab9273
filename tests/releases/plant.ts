// Plants who and what the program main.ts asks for, with the code and the schema of the release in whose folder it is started.
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember, memberPassword } from '../factories/members.ts'
import type { Planted } from './traffic.ts'

const { db, close } = await openMigratedPostgres(process.env.DATABASE_URL ?? '', { connections: 2 })
const planted: Planted = { password: memberPassword, members: [], slugs: [] }
for (let count = 0; count < 80; count += 1) planted.members.push(await createMember(db))
for (let count = 0; count < 40; count += 1) {
  const { userId } = await createMember(db, { status: 'Verified' })
  const { businessSlug } = await createBusiness(db, { profileId: userId, name: `Sample Business ${count}` })
  planted.slugs.push(businessSlug)
}
await close()
console.log(JSON.stringify(planted))
