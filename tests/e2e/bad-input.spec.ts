import { inFullRunOnly, inFullRunOnlyWhen } from './support/full-run.ts'
import { countLine } from './support/http-test.ts'
import { emoji, rightToLeft } from './support/named-businesses.ts'
import { expect, open, test } from './support/test.ts'

// Every run asks for these without a page, in tests/http/bad-input.spec.ts and tests/http/finding.spec.ts.
test('a page past the end shows the last one and says so', inFullRunOnly, async ({ page, count, guard }) => {
  guard.expectComplaint(/404.*\/files\//)
  const last = Math.ceil((await count('true')) / 12)
  await open(page, '/directory?page=999999')
  await expect(page.getByText('There is no page 999,999. This is the last page.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Page ${last}`, exact: true })).toHaveAttribute('aria-current', 'page')
})

test('what makes no sense is left out, the rest counts, and the visitor is told', inFullRunOnly, async ({ page }) => {
  await open(page, '/directory?search=zest&industry=999&hasWebsite=perhaps')
  await expect(page.getByText("We don't recognise that industry.")).toBeVisible()
  await expect(page.getByText('hasWebsite must be true or false.')).toBeVisible()
  await expect(page.locator('.count-line h2')).toHaveText(countLine(3))
})

for (const { slug, name } of [rightToLeft, emoji]) {
  test(
    `${slug.replace('-', ' ')} is found by what stands in its name`,
    inFullRunOnlyWhen(slug === emoji.slug),
    async ({ page }) => {
      const part = name.split(' ')[0] ?? ''
      await open(page, '/directory')
      await page.getByLabel('What do you need?').fill(part)
      await expect(page).toHaveURL((url) => url.searchParams.get('search') === part)
      await page.locator(`.business-card a[href="/business/${slug}"]`).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    },
  )
}
