import AxeBuilder from '@axe-core/playwright'
import { bothWaysInFullRun } from './support/full-run.ts'
import { queueWelcome } from './support/mail.ts'
import { expect, test } from './support/test.ts'

test.slow()

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test(
      'mail that is kept instead of being sent can be read, and its links followed',
      bothWaysInFullRun(javaScriptEnabled),
      async ({ page, context, request, servers, databaseUrl }) => {
        const site = await servers.start({ databaseUrl, environment: { PRODUCTION: 'false' } })
        await page.goto(`${site.url}/dev/mail`)
        await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
        await expect(page.getByText('No mail yet')).toBeVisible()
        await queueWelcome(databaseUrl, 'Pat <b>Sample</b>')
        const welcome = page.getByRole('link', { name: 'Welcome to Muster' })
        await expect(async () => {
          await page.reload()
          await expect(welcome).toBeVisible({ timeout: 1_000 })
        }).toPass()
        await welcome.click()
        await expect(page).toHaveURL(/\/dev\/mail\/1$/)
        const frame = page.frameLocator('iframe')
        await expect(frame.getByText('Hello Pat <b>Sample</b>')).toBeVisible()
        const link = page.getByRole('link', { name: `${site.url}/onboarding`, exact: true })
        await expect(link).toHaveAttribute('href', `${site.url}/onboarding`)
        if (javaScriptEnabled) {
          // The frame lets no script in, a checker's neither: the mail is looked at by itself.
          const around = new AxeBuilder({ page }).options({ iframes: false }).setLegacyMode(true)
          expect((await around.analyze()).violations).toEqual([])
          const alone = await context.newPage()
          await alone.setContent(await (await request.get(`${page.url()}/html`)).text())
          // Landmarks are a web page's; the rest holds for a mail too.
          const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
          for (const [colorScheme, paper] of [
            ['light', 'rgb(251, 248, 241)'],
            ['dark', 'rgb(15, 24, 39)'],
          ] as const) {
            await alone.emulateMedia({ colorScheme })
            await expect(alone.locator('body')).toHaveCSS('background-color', paper)
            expect((await new AxeBuilder({ page: alone }).withTags(rules).analyze()).violations).toEqual([])
          }
          await alone.close()
        }
        await page.setViewportSize({ width: 320, height: 700 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
        // The button in the mail leads the whole page on, not the frame alone.
        const left = page.waitForRequest(`${site.url}/onboarding`)
        await page.route('**/onboarding', (route) => route.fulfill({ contentType: 'text/html', body: 'Welcomed' }))
        await frame.getByRole('link', { name: 'See what to do next' }).click()
        await left
        await expect(page.getByText('Welcomed')).toBeVisible()
      },
    )
  })
}
