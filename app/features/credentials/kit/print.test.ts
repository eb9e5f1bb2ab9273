import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as mupdf from 'mupdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { processorTimeOf } from '#tests/processor-time.ts'
import { splitIntoPrintFontRuns, toPrintableText } from './fonts.ts'
import { type BadgeKitPrintContent, type BadgeKitPrintKind, printBadgeKitPdf } from './print.ts'
import { printBadgeKitPdfInThread } from './printing.server.ts'

const content: BadgeKitPrintContent = {
  name: 'Quay Carpentry',
  claim: "Verified: run by a veteran's spouse or partner",
  basis: 'A person read documents that show it',
  checkedIn: 'October 2026',
  code: 'K7Q2-9MXD',
  verifyUrl: 'https://muster.example/verify/k7q2-9mxd',
  madeOn: '24 November 2026',
}
const kinds: BadgeKitPrintKind[] = ['certificate', 'van-sticker', 'window-sticker']

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } })
})

const openPdf = (bytes: Uint8Array) => mupdf.PDFDocument.openDocument(bytes, 'application/pdf') as mupdf.PDFDocument

/** The text of the page, lines in their order. */
function readText(bytes: Uint8Array): string {
  return openPdf(bytes).loadPage(0).toStructuredText('').asText().replace(/\s+/g, ' ')
}

async function readQr(bytes: Uint8Array): Promise<string[]> {
  // 72 dots per inch: a dot for each point.
  const picture = openPdf(bytes).loadPage(0).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false).asPNG()
  const found = await readBarcodes(new Blob([picture as Uint8Array<ArrayBuffer>]), { formats: ['QRCode'] })
  return found.map(({ text }) => text)
}

test.each(kinds)('a camera reads the address from a %s', async (kind) => {
  expect(await readQr(await printBadgeKitPdf(kind, content))).toEqual([content.verifyUrl])
})

test.each(kinds)('a %s says where to check and when it was made, and nothing of today', async (kind) => {
  const text = readText(await printBadgeKitPdf(kind, content))
  for (const part of ['Quay Carpentry', 'K7Q2-9MXD', '24 November 2026', 'muster.example/verify'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/\btoday|is verified|\bnow\b/i)
})

test.each(['van-sticker', 'window-sticker'] as const)('a %s has 3 mm of bleed around what is cut', async (kind) => {
  const page = openPdf(await printBadgeKitPdf(kind, content)).findPage(0)
  const box = (name: string) => [0, 1, 2, 3].map((index) => page.get(name).get(index).asNumber())
  const [trim, bleed, media] = [box('TrimBox'), box('BleedBox'), box('MediaBox')]
  const millimetres = trim.map((value, index) => Math.abs(value - (bleed[index] ?? 0)) * (25.4 / 72))
  for (const each of millimetres) expect(each).toBeCloseTo(3, 2)
  const size = [(trim[2] ?? 0) - (trim[0] ?? 0), (trim[3] ?? 0) - (trim[1] ?? 0)].map((value) =>
    Math.round(value * (25.4 / 72)),
  )
  expect(size).toEqual(kind === 'van-sticker' ? [300, 100] : [120, 120])
  expect(media[2]).toBeGreaterThan(bleed[2] ?? 0)
})

describe('names', () => {
  test.each([
    ['Łódź i Żółw', 'Llŷn Tŷ Ŵ'],
    ['Ελληνική', 'Ветеран Ґ'],
    ['नेपाली गोर्खा', 'שלום & Sons'],
  ])('in %s and %s are printed whole', async (one, two) => {
    const name = `${one} ${two}`
    expect(toPrintableText(name)).toBe(name)
    expect((await printBadgeKitPdf('certificate', { ...content, name })).length).toBeGreaterThan(5_000)
  })

  test('in Latin letters with accents can be read out of the file again', async () => {
    const text = readText(await printBadgeKitPdf('certificate', { ...content, name: 'Łódź & Llŷn' }))
    expect(text).toContain('Łódź & Llŷn')
  })

  test('from the right are set in their direction', () => {
    const runs = splitIntoPrintFontRuns('אבג & Sons 12', 'serif').map(({ text }) => text.trim())
    expect(runs.join('|')).toMatch(/Sons.*אבג$/)
    expect(splitIntoPrintFontRuns('Sons אבג', 'serif').map(({ text }) => text.trim())).toEqual(['Sons', 'אבג'])
  })

  test('lose what no font has, which the owner can be told', () => {
    expect(toPrintableText('Quay \u{1F600} Carpentry 株式会社')).toBe('Quay Carpentry')
    expect(toPrintableText('\u{1F600}')).toBe('')
  })

  test.each([
    ['at its longest', 'Carpentry and Joinery '.repeat(9).trim()],
    ['of one long word', 'W'.repeat(200)],
    ['of emoji', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(30)],
    ['of nothing', ''],
    ['of a line of its own', 'a\nb\u0000\u202Ec'],
  ])('%s break nothing', async (_what, name) => {
    for (const kind of kinds) {
      const bytes = await printBadgeKitPdf(kind, { ...content, name: toPrintableText(name) })
      expect(await readQr(bytes), kind).toEqual([content.verifyUrl])
    }
  })
})

// spec: credentials.7
test('a certificate takes under 300 ms of a processor, in a thread of its own', async () => {
  await printBadgeKitPdfInThread('certificate', content)
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    let bytes: Uint8Array = new Uint8Array()
    const time = await processorTimeOf(async () => {
      bytes = await printBadgeKitPdfInThread('certificate', content)
    })
    times.push(time)
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  }
  expect(times.toSorted((one, other) => one - other)[2]).toBeLessThan(300)
})
