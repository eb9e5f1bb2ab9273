import { hashPassword } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import { demoStaffEmails } from '#app/features/profile/rules.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { sampleId } from './sample-writer.ts'

const password = 'muster-demo'

/** Which of the demo's businesses the owner owns. It is one that the public sees. */
export const sampleNumberOfDemoOwnersBusiness = 0

export const demoOwnerEmail = 'owner@sample.example'

/** Who has ordered from the shop. */
export const demoMemberId = sampleId('account', 'demo', 0)

/** Whom the demo's decisions are by. */
export const demoReviewerId = sampleId('account', 'demo', 1)

const accounts: { email: string; role: Role; id: string; isOwner?: boolean }[] = [
  { email: 'member@sample.example', role: 'Member', id: demoMemberId },
  {
    email: demoOwnerEmail,
    role: 'Member',
    id: sampleId('owner', 'demo', sampleNumberOfDemoOwnersBusiness),
    isOwner: true,
  },
  { email: demoStaffEmails.Reviewer, role: 'Reviewer', id: demoReviewerId },
  { email: demoStaffEmails.Admin, role: 'Admin', id: sampleId('account', 'demo', 2) },
]

/** Writes the four accounts for trying out, beside the samples; the owner is one of these, and gets a password. */
export async function writeDemoAccounts(transaction: Database): Promise<void> {
  for (const { email, role, id, isOwner } of accounts) {
    if (!isOwner) {
      await transaction.execute(
        sql`INSERT INTO users (id, name, email, email_verified) VALUES (${id}, ${`Sample ${role}`}, ${email}, true)`,
      )
      await transaction.execute(
        sql`INSERT INTO profiles (id, first_name, last_name, personal_email, user_type_id)
            SELECT ${id}, 'Sample', ${role}, ${email}, id FROM user_types WHERE name = ${role}`,
      )
    }
    await transaction.execute(
      sql`INSERT INTO accounts (user_id, account_id, provider_id, password)
          VALUES (${id}, ${id}, 'credential', ${await hashPassword(password)})`,
    )
  }
}

/** What to say of the demo's accounts at the start; nothing where there are none. */
export async function describeDemoAccounts({ db }: Pick<Platform, 'db'>): Promise<string> {
  const rows = await queryRows<{ email: string }>(
    db,
    sql`SELECT email FROM users WHERE email IN ${emails()} AND EXISTS
        (SELECT FROM accounts WHERE accounts.user_id = users.id AND accounts.password IS NOT NULL)`,
  )
  const there = accounts.filter(({ email }) => rows.some((row) => row.email === email))
  if (there.length === 0) return ''
  const lines = there.map(({ email, role, isOwner }) => `  ${email.padEnd(24)}${isOwner ? 'Owner' : role}`)
  return `To try it out, log in with the password ${password} as\n${lines.join('\n')}\n`
}

/** Shuts the demo's accounts, whose password everybody knows, on a site that real people use. Returns how many it shut. */
export async function shutDemoAccounts({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.transaction(async (transaction) => {
    const users = sql`(SELECT id FROM users WHERE email IN ${emails()})`
    await transaction.execute(sql`DELETE FROM sessions WHERE user_id IN ${users}`)
    const shut = await queryRows(transaction, sql`DELETE FROM accounts WHERE user_id IN ${users} RETURNING id`)
    return shut.length
  })
}

function emails() {
  return sql`(${sql.join(
    accounts.map(({ email }) => sql`${email}`),
    sql`, `,
  )})`
}
