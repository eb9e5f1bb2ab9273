import { readColours } from '../../scripts/design-tokens.ts'
import {
  allWidths,
  excess,
  expectNoFaultsInEach,
  inEveryLook,
  type Look,
  small,
  wide,
} from './support/accessibility.ts'
import { isFullRun } from './support/full-run.ts'
import { expect, open, test } from './support/test.ts'

const address = '/dev/components'

/** What the browser makes of the tokens with these names, as `#rrggbb`, where a person chose a theme or none. Leaves that choice. */
function resolveColours({ chosen, names }: { chosen: string | null; names: string[] }): Record<string, string> {
  const root = document.documentElement
  if (chosen) root.dataset.theme = chosen
  else delete root.dataset.theme
  const drawn = document.body.appendChild(document.createElement('i'))
  const resolved = names.map((name) => {
    drawn.style.color = `var(--${name})`
    const parts = getComputedStyle(drawn).color.match(/\d+/g) ?? []
    return [name, `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`]
  })
  drawn.remove()
  delete root.dataset.theme
  return Object.fromEntries(resolved)
}

test.describe('where it is tried out', () => {
  test('the page of all components shows each in both themes at once, without faults, at every width', async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize(wide)
    await open(page, address)
    const index = page.getByRole('main').getByRole('navigation', { name: 'Components' }).getByRole('link')
    const parts = page.locator('.gallery-part')
    await expect(index).toHaveCount(await parts.count())
    for (const link of await index.all())
      await expect(page.locator((await link.getAttribute('href')) ?? '')).toHaveCount(1)
    const grounds = await page
      .locator('#buttons [data-theme]')
      .evaluateAll((sides) => sides.map((side) => getComputedStyle(side).backgroundColor))
    expect(new Set(grounds).size).toBe(2)

    await test.step('each colour is that of the theme which the system wishes, or the person chose', async () => {
      const colours = readColours()
      for (const wished of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: wished })
        for (const chosen of [null, 'light', 'dark'] as const) {
          const expected = colours[chosen ?? wished]
          expect(await page.evaluate(resolveColours, { chosen, names: Object.keys(expected) })).toEqual(expected)
        }
      }
      await page.emulateMedia({ colorScheme: 'light' })
    })

    // Some browsers focus a scrolling element only if it has a tabindex.
    const tables = page.getByRole('region', { name: /^Businesses, / })
    await expect(tables).toHaveCount(2)
    for (const table of await tables.all()) await expect(table).toHaveAttribute('tabindex', '0')

    await test.step('it has no faults in either theme, and fits at every width', async () => {
      // Everything stands there twice, in both themes and under the same name: each size has it all, whatever the page's theme is.
      const looks: Look[] = [
        [wide, 'light'],
        [small, 'dark'],
      ]
      const options = { except: ['landmark-unique'] }
      await expectNoFaultsInEach(page, isFullRun ? inEveryLook([wide, small]) : looks, options)
      for (const width of allWidths) {
        await page.setViewportSize({ width, height: 700 })
        expect.soft(await excess(page), `at ${width}`).toBe(0)
      }
      await page.setViewportSize(wide)
    })

    await test.step('what moves in it moves', async () => {
      await page.getByRole('button', { name: 'Show a toast' }).first().click()
      await expect(page.locator('.toast')).toContainText('Profile updated')
      await page.getByRole('button', { name: 'Say what is wrong' }).first().click()
      const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
      await expect(summary).toBeFocused()
      await summary.getByRole('link').click()
      await expect(page.locator('#light-email')).toBeFocused()
    })
  })
})
