import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** What was just said: in a toast, or without a script at the top of the page. */
export async function expectSaid(page: Page, scripted: boolean, title: string, description?: string): Promise<void> {
  const said = page.locator(scripted ? '.toast' : '.flash')
  await expect(said).toContainText(title)
  if (description) await expect(said).toContainText(description)
}
