import { readFile } from 'node:fs/promises'
import { markEmailUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import { createMember } from '../factories/members.ts'
import { createDatabase } from './support/databases.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { freePort, signingSecret } from './support/servers.ts'
import { expect, test } from './support/test.ts'

// spec: watch.1, watch.3, watch.12
test('a running site is watched on a port of its own, hears what browsers block, and says which email is refused', async ({
  page,
  context,
  servers,
  guard,
}) => {
  const database = await createDatabase()
  const port = await freePort()
  try {
    const site = await servers.start({
      databaseUrl: database.url,
      environment: { WORKER: 'apart', METRICS_PORT: String(port) },
    })
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect((await fetch(`${site.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${site.url}/workerz`)).status).toBe(503)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)

    // The third is answered from memory, with the same policy.
    for (let time = 0; time < 3; time += 1) {
      const answer = await fetch(`${site.url}/about`)
      expect(answer.headers.get('Content-Security-Policy')).toContain('report-uri /csp')
      await answer.text()
    }
    guard.expectComplaint(/Content Security Policy|evil\.example/)
    await page.goto(`${site.url}/about?private=words`)
    await page.evaluate(() => {
      const picture = new Image()
      picture.src = 'https://evil.example/private.png'
      document.body.append(picture)
    })
    await expect.poll(scrape).toContain('muster_policy_reports_total{directive="img-src",route="/about"} 1')
    const text = await scrape()
    expect(text).toContain('muster_http_requests_total{route="none",status="404"} 1')
    expect(text).toMatch(/muster_http_requests_total\{route="\/about",status="200"\} \d/)
    expect(text).toMatch(/muster_http_requests_total\{route="\/assets",status="200"\} \d/)
    expect(text).toMatch(/muster_finished_pages_total\{outcome="hit"\} [1-9]/)
    expect(await readFile(site.logFile, 'utf8')).not.toContain('private')

    const [member, admin] = await withDatabaseOf(site, async (db) => {
      const made = await createMember(db)
      await markEmailUndeliverable(db, signingSecret, made.email)
      return [made, await createMember(db, { role: 'Admin' })] as const
    })
    await signInTo(context, site, member.userId)
    await page.goto(`${site.url}/profile?tab=security`)
    await expect(page.getByText(`Emails to ${member.email} have bounced since`)).toBeVisible()
    await context.clearCookies()
    await signInTo(context, site, admin.userId)
    await page.goto(`${site.url}/admin/profiles/${member.userId}`)
    await expect(page.getByText('Bouncing since')).toBeVisible()
    await page.getByRole('button', { name: 'Emails arrive again' }).click()
    await expect(page.getByText('No bounces reported')).toBeVisible()
  } finally {
    await database.drop()
  }
})
