import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { users } from '#app/features/account/tables.server.ts'
import { sendWelcomeMail } from '#app/features/registration/mails.server.ts'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { expect } from './http-test.ts'

/** Mails looked through for the one that is wanted: others' tests send some meanwhile. */
const looked = 30

/**
 * Waits for the newest mail to an address that has a link of this beginning; gives the link's path and what follows it, to
 * be opened on the site itself.
 */
export async function linkFromMail(request: APIRequestContext, to: string, path: string): Promise<string> {
  let found: string | null = null
  const others = new Set<string>()
  await expect
    .poll(
      async () => {
        const list = await (await request.get('/dev/mail')).text()
        const addresses = new Set(list.match(/\/dev\/mail\/\d+(?=["'])/g)?.slice(0, 2 * looked))
        for (const address of addresses) {
          if (others.has(address)) continue
          const mail = (await (await request.get(address)).text()).replaceAll('&amp;', '&')
          if (mail.includes(to)) {
            found = new RegExp(`https?://[^/\\s"'<>]+(${RegExp.escape(path)}[^\\s"'<>]*)`).exec(mail)?.[1] ?? null
          }
          if (found) return true
          others.add(address)
        }
        return false
      },
      { message: `a mail to ${to} with a link to ${path}`, timeout: 30_000, intervals: [100, 200, 300] },
    )
    .toBe(true)
  return found ?? ''
}

/** Queues the welcome of a new member, as confirming an address does. */
export async function queueWelcome(databaseUrl: string, name: string): Promise<void> {
  const handle = await openMigratedPostgres(databaseUrl)
  const jobs = await openJobQueue(handle, createLog('silent'))
  try {
    await handle.db.transaction(async (transaction) => {
      const id = randomUUID()
      await transaction.insert(users).values({ id, name, email: `${id}@sample.example` })
      await jobs.enqueue(transaction, sendWelcomeMail, { userId: id }, { event: id })
    })
  } finally {
    await jobs.close()
    await handle.close()
  }
}
