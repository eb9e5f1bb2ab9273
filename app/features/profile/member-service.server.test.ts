import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Actor, Role } from '#app/platform/.server/security/actor.ts'
import { createMember, type TestMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { getSignedInMember } from './member-service.server.ts'

function actorOf({ userId, email }: TestMember, role: Role = 'Member'): Actor {
  return { userId, email, role, isStaff: role !== 'Member', sessionId: '8f0f8a3e-0000-4000-8000-000000000009' }
}

// spec: 156.2
test('says what to call a member, and shows their picture', async () => {
  const member = await createMember(platform.db, { displayName: 'JJ', avatarKey: 'jo/picture.webp' })
  expect(await getSignedInMember(platform, actorOf(member))).toEqual({
    userId: member.userId,
    sessionId: '8f0f8a3e-0000-4000-8000-000000000009',
    email: member.email,
    name: 'JJ',
    avatar: {
      src: '/files/avatars/jo/picture-96.webp',
      srcSet: '/files/avatars/jo/picture-96.webp 96w, /files/avatars/jo/picture.webp 384w',
    },
    isAdmin: false,
    isStaff: false,
  })
})

test('goes by first and last name where no other is chosen', async () => {
  const member = await createMember(platform.db, { firstName: 'Sam', lastName: 'Sample' })
  expect(await getSignedInMember(platform, actorOf(member))).toMatchObject({ name: 'Sam Sample', avatar: null })
})

// spec: 140.1
test.each([
  ['Reviewer', { isStaff: true, isAdmin: false }],
  ['Admin', { isStaff: true, isAdmin: true }],
] as const)('knows a %s', async (role, rights) => {
  const member = await createMember(platform.db, { role })
  expect(await getSignedInMember(platform, actorOf(member, role))).toMatchObject(rights)
})

test('does without a name where there is no profile, or none that can be read', async () => {
  const without = await createMember(platform.db, { profile: false })
  expect(await getSignedInMember(platform, actorOf(without))).toMatchObject({
    email: without.email,
    name: null,
    avatar: null,
  })
  const member = await createMember(platform.db)
  await platform.db.execute(sql`ALTER TABLE profiles RENAME COLUMN display_name TO hidden_name`)
  try {
    expect(await getSignedInMember(platform, actorOf(member))).toMatchObject({ email: member.email, name: null })
  } finally {
    await platform.db.execute(sql`ALTER TABLE profiles RENAME COLUMN hidden_name TO display_name`)
  }
})
