import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** A file as a browser is given one. */
export interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A picture of one colour, small: a larger one costs four times as much of a processor. */
export async function picture(name: string, background = '#7a9'): Promise<GivenFile> {
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A file that says it is a picture, or does not, and is none. */
export function noPicture(name: string, mimeType = 'text/plain'): GivenFile {
  return { name, mimeType, buffer: Buffer.from('no picture at all') }
}

/** Chooses files in a field, and sends them where no script does. */
export async function send(
  page: Page,
  scripted: boolean,
  label: string | RegExp,
  file: GivenFile | GivenFile[],
): Promise<void> {
  const input = page.getByLabel(label, { exact: true }).and(page.locator('input'))
  await input.setInputFiles(file)
  if (!scripted) await page.locator('form', { has: input }).getByRole('button', { name: 'Upload' }).click()
}
