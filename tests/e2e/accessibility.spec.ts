import { expect, open, test } from './support/test.ts'

test('the skip link comes first', async ({ page }) => {
  await open(page, '/directory')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
})
