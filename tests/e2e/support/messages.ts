import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Expects a message: in a toast, or without JavaScript at the top of the page. */
export async function expectMessage(page: Page, scripted: boolean, title: string, description?: string): Promise<void> {
  const message = page.locator(scripted ? '.toast' : '.flash')
  await expect(message).toContainText(title)
  if (description) await expect(message).toContainText(description)
}
