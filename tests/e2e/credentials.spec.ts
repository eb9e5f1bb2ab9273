import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { full } from './support/named-businesses.ts'
import type { Site } from './support/servers.ts'
import { expect, test } from './support/test.ts'

/** The code of a listed business, and its owner. */
const find = (site: Site, slug: string) =>
  withDatabaseOf(site, async (db) => {
    const [row] = await db
      .select({ code: credentials.code, owner: businesses.profileId })
      .from(credentials)
      .innerJoin(businesses, eq(businesses.id, credentials.businessId))
      .where(eq(businesses.businessSlug, slug))
    if (!row?.owner) throw new Error('it has no code')
    return { code: credentialCodeInPath(row.code).toUpperCase(), owner: row.owner }
  })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripted })
    const look = (page: Page) => scripted && expectNoFaults(page, inBothThemes([small, wide]))

    // spec: credentials.1
    test(
      'a code, mistyped and then right, leads to the answer',
      bothWaysInFullRun(scripted),
      async ({ page, site }) => {
        const { code } = await find(site, full.slug)
        await page.goto('/check-a-credential')
        await look(page)
        await page.goto('/verify')
        await look(page)
        const field = page.getByLabel('Code or link')
        const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
        await field.fill(wrong)
        await page.getByRole('button', { name: 'Check' }).click()
        await expect(page.getByRole('alert')).toContainText('One character is wrong')
        await expect(field).toHaveValue(wrong)
        await look(page)
        await field.fill(`${site.url}/verify/${code.toLowerCase()}`)
        await page.getByRole('button', { name: 'Check' }).click()
        await expect(page).toHaveURL(new RegExp(`/verify/${code.toLowerCase()}$`))
        await expect(page.getByRole('heading', { level: 1 })).toContainText(`${full.name} is verified`)
        await look(page)
        await page.getByRole('heading', { level: 1 }).getByRole('link').click()
        await expect(page).toHaveURL(new RegExp(`/business/${full.slug}$`))
      },
    )

    // spec: credentials.6
    test(
      'an owner finds the badge, its code and its files',
      bothWaysInFullRun(scripted),
      async ({ page, context, site }) => {
        const { code, owner } = await find(site, full.slug)
        await signInTo(context, site, owner)
        await page.goto('/my-business/badge')
        await expect(page.getByText(code, { exact: true })).toBeVisible()
        await look(page)
        await page.getByRole('link', { name: 'Dark, large' }).click()
        const html = page.getByLabel(/^HTML to copy/)
        // With a script the page stays, and shows the other badge a moment later.
        await expect(html).toHaveValue(/\/dark-large"/)
        expect(await html.inputValue()).toContain(`${full.name} on Muster`)
        const certificate = await page.getByRole('link', { name: /Certificate/ }).getAttribute('href')
        const answer = await context.request.get(site.url + certificate)
        expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
      },
    )
  })
}

test('an owner who is not verified yet reads what is missing', async ({ page, context, site }) => {
  const userId = await withDatabaseOf(site, async (db) => {
    const member = await createMember(db)
    await createBusiness(db, { profileId: member.userId })
    return member.userId
  })
  await signInTo(context, site, userId)
  await page.goto('/my-business/badge')
  await expect(page.getByRole('listitem').filter({ hasText: 'Verify your link to the armed forces' })).toBeVisible()
  await expectNoFaults(page, inBothThemes([small]))
})
