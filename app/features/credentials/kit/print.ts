import PDFDocument from 'pdfkit'
import { create as createQr } from 'qrcode'
import { type PrintFontFace, splitIntoPrintFontRuns } from './fonts.ts'

// Runs in a worker thread; see print-worker.ts.

/** What is printed. Nothing in it grows old: it says what was checked when, where to check it, and when it was made. */
export interface BadgeKitPrintContent {
  name: string
  claim: string
  basis: string
  /** 'October 2026'; null if that is not known. */
  checkedIn: string | null
  code: string
  verifyUrl: string
  /** '24 November 2026'. */
  madeOn: string
}

export type BadgeKitPrintKind = 'certificate' | 'van-sticker' | 'window-sticker'

type Cmyk = [cyan: number, magenta: number, yellow: number, black: number]

/** In percent, as printers take them. */
const inks: Record<'ink' | 'quiet' | 'poppy' | 'black' | 'paper', Cmyk> = {
  ink: [95, 80, 45, 50],
  quiet: [60, 45, 30, 30],
  poppy: [15, 92, 95, 5],
  black: [0, 0, 0, 100],
  paper: [0, 0, 0, 0],
}

const millimetre = 72 / 25.4
/** What is cut off, and the margin with the marks around it, in millimetres. */
const bleed = 3
const marks = 7

/** Prints to a PDF. */
export async function printBadgeKitPdf(kind: BadgeKitPrintKind, content: BadgeKitPrintContent): Promise<Buffer> {
  if (kind === 'certificate') return printCertificate(content)
  return kind === 'van-sticker' ? printSticker(content, vanSticker) : printSticker(content, windowSticker)
}

type Document = InstanceType<typeof PDFDocument>

function openDocument(size: [width: number, height: number], content: BadgeKitPrintContent): Document {
  return new PDFDocument({
    size,
    margin: 0,
    lang: 'en-GB',
    info: { Title: `${content.name} – Muster`, Author: 'Muster', Subject: content.verifyUrl },
  })
}

async function finish(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject))
  document.end()
  await done
  return Buffer.concat(parts)
}

interface LineOptions {
  face: PrintFontFace
  size: number
  colour: Cmyk
  /** The width it has to fit into, in points: it gets smaller until it does. */
  width: number
  align?: 'left' | 'center'
}

/** Writes one line with its baseline at `y`; returns the font size it got. */
function writeLine(document: Document, text: string, x: number, y: number, options: LineOptions): number {
  const { face, colour, width, align = 'left' } = options
  const runs = splitIntoPrintFontRuns(text, face)
  const natural = widthOf(text, face)
  const size = Math.min(options.size, natural > 0 ? width / natural : options.size)
  let at = align === 'center' ? x + (width - natural * size) / 2 : x
  document.fillColor(colour)
  for (const { text: part, font } of runs) {
    // A font that is open already: it takes longer to open than all the rest.
    document.registerFont(font.name, font.font as never)
    document.font(font.name).fontSize(size)
    document.text(part, at, y, { lineBreak: false, baseline: 'alphabetic' } as never)
    at += (font.font.layout(part).advanceWidth / font.font.unitsPerEm) * size
  }
  return size
}

/** Of a line whose font size is 1. */
function widthOf(text: string, face: PrintFontFace): number {
  return splitIntoPrintFontRuns(text, face).reduce((sum, { text: part, font: { font } }) => {
    return sum + font.layout(part).advanceWidth / font.unitsPerEm
  }, 0)
}

interface Word {
  text: string
  width: number
}

/** Breaks words into so many lines that the widest is as narrow as can be; the space between words counts a quarter. */
function breakInto(words: Word[], count: number): Word[][] {
  if (count === 1 || words.length < count) return [words]
  let best: Word[][] = []
  let bestWidth = Number.POSITIVE_INFINITY
  for (let at = 1; at <= words.length - count + 1; at += 1) {
    const lines = [words.slice(0, at), ...breakInto(words.slice(at), count - 1)]
    const widest = Math.max(...lines.map((line) => line.reduce((sum, word) => sum + word.width + 0.25, 0)))
    if (widest < bestWidth) [best, bestWidth] = [lines, widest]
  }
  return best
}

/** Sets a text in as few lines as it fits into, at most so many. If it fits into none, all lines get smaller. */
function fitLines(
  text: string,
  { face, size, width, most }: { face: PrintFontFace; size: number; width: number; most: number },
): { lines: string[]; size: number } {
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ text: word, width: widthOf(word, face) }))
  for (let count = 1; ; count += 1) {
    const lines = breakInto(words, count).map((line) => line.map((word) => word.text).join(' '))
    const fitting = Math.min(size, width / Math.max(...lines.map((line) => widthOf(line, face))))
    if (fitting === size || count >= Math.min(most, words.length)) return { lines, size: fitting }
  }
}

/** Our symbol, 40 wide and 42 high. */
const bars = 'M0 2l6.4 7.2V40H0zM8.4 11.45l6.4 7.2V40H8.4zM31.6 11.45l-6.4 7.2V40h6.4zM40 2l-6.4 7.2V40H40z'
const middleBar = 'M16.8 20.9l3.2 3.6 3.2-3.6V40h-6.4z'

function drawMark(document: Document, x: number, y: number, width: number): void {
  document
    .save()
    .translate(x, y)
    .scale(width / 40)
  document.path(bars).fill(inks.ink).path(middleBar).fill(inks.poppy)
  document.restore()
}

/** Draws the code for cameras, in black alone, on paper with the quiet zone of four modules that readers need. */
function drawQr(document: Document, text: string, x: number, y: number, side: number): void {
  const { modules } = createQr(text, { errorCorrectionLevel: 'Q' })
  const unit = side / (modules.size + 8)
  document.rect(x, y, side, side).fill(inks.paper)
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) document.rect(x + (column + 4) * unit, y + (row + 4) * unit, unit, unit)
    }
  }
  document.fill(inks.black)
}

async function printCertificate(content: BadgeKitPrintContent): Promise<Buffer> {
  const [width, height] = [210 * millimetre, 297 * millimetre]
  const document = openDocument([width, height], content)
  const edge = 14 * millimetre
  document
    .rect(edge, edge, width - 2 * edge, height - 2 * edge)
    .lineWidth(1)
    .stroke(inks.ink)
  document
    .rect(edge + 5, edge + 5, width - 2 * edge - 10, height - 2 * edge - 10)
    .lineWidth(0.4)
    .stroke(inks.quiet)
  const inner = width - 2 * edge - 80
  const left = edge + 40
  const centred = (text: string, y: number, face: PrintFontFace, size: number, colour: Cmyk = inks.ink) =>
    writeLine(document, text, left, y, { face, size, colour, width: inner, align: 'center' })
  drawMark(document, width / 2 - 26, 96, 52)
  centred('Muster', 180, 'serif', 22)
  centred('Certificate of verification', 222, 'sans', 13, inks.quiet)
  let y = 292
  const name = fitLines(content.name, { face: 'serif', size: 36, width: inner, most: 3 })
  for (const line of name.lines) {
    centred(line, y, 'serif', name.size)
    y += name.size * 1.22
  }
  centred(content.claim, y + 10, 'bold', 18)
  centred(`${content.basis}.`, y + 44, 'sans', 12)
  centred(
    content.checkedIn
      ? `Checked in ${content.checkedIn}. It is confirmed again every year.`
      : 'It is confirmed again every year.',
    y + 63,
    'sans',
    12,
  )
  const qrSide = 120
  const qrTop = height - edge - 40 - qrSide - 92
  drawQr(document, content.verifyUrl, width / 2 - qrSide / 2, qrTop, qrSide)
  centred('Is it still valid? To check, scan the code or go to', qrTop + qrSide + 22, 'sans', 11)
  centred(content.verifyUrl.replace(/^https?:\/\//, ''), qrTop + qrSide + 40, 'bold', 12)
  centred(`Code ${content.code}`, qrTop + qrSide + 62, 'bold', 15)
  centred(`Made on ${content.madeOn}`, qrTop + qrSide + 84, 'sans', 10, inks.quiet)
  document.link(width / 2 - qrSide / 2, qrTop, qrSide, qrSide, content.verifyUrl)
  return finish(document)
}

interface Sticker {
  /** After cutting, in millimetres. */
  width: number
  height: number
  draw: (document: Document, content: BadgeKitPrintContent, size: { width: number; height: number }) => void
}

const pathOf = ({ verifyUrl }: BadgeKitPrintContent) => verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')

const vanSticker: Sticker = {
  width: 300,
  height: 100,
  draw: (document, content, { width, height }) => {
    const margin = 10 * millimetre
    const qrSide = height - 2 * margin
    drawMark(document, margin, margin, 90)
    const left = margin + 120
    const room = width - left - qrSide - 2 * margin
    const claim = fitLines(content.claim, { face: 'serif', size: 40, width: room, most: 2 })
    let y = margin + claim.size
    for (const line of claim.lines) {
      writeLine(document, line, left, y, { face: 'serif', size: claim.size, colour: inks.ink, width: room })
      y += claim.size * 1.1
    }
    writeLine(document, content.name, left, y + 2, { face: 'bold', size: 24, colour: inks.ink, width: room })
    writeLine(document, `Check it: ${pathOf(content)}`, left, height - margin - 26, {
      face: 'sans',
      size: 17,
      colour: inks.ink,
      width: room,
    })
    writeLine(document, `Code ${content.code} · made ${content.madeOn}`, left, height - margin - 2, {
      face: 'bold',
      size: 17,
      colour: inks.ink,
      width: room,
    })
    drawQr(document, content.verifyUrl, width - margin - qrSide, margin, qrSide)
  },
}

const windowSticker: Sticker = {
  width: 120,
  height: 120,
  draw: (document, content, { width, height }) => {
    const margin = 8 * millimetre
    const room = width - 2 * margin
    const centred = (text: string, y: number, face: PrintFontFace, size: number) =>
      writeLine(document, text, margin, y, { face, size, colour: inks.ink, width: room, align: 'center' })
    drawMark(document, width / 2 - 20, margin, 40)
    let y = margin + 72
    const claim = fitLines(content.claim, { face: 'serif', size: 25, width: room, most: 2 })
    for (const line of claim.lines) {
      centred(line, y, 'serif', claim.size)
      y += claim.size * 1.12
    }
    centred(content.name, y, 'bold', 15)
    const qrSide = height - y - margin - 60
    drawQr(document, content.verifyUrl, width / 2 - qrSide / 2, y + 10, qrSide)
    centred(`Check it: ${pathOf(content)}`, height - margin - 20, 'sans', 11)
    centred(`Code ${content.code} · made ${content.madeOn}`, height - margin - 3, 'bold', 11)
  },
}

/** A page with bleed and marks: boxes say to the printer where it is cut and how far the colour goes beyond. */
async function printSticker(content: BadgeKitPrintContent, { width, height, draw }: Sticker): Promise<Buffer> {
  const around = bleed + marks
  const page = { width: (width + 2 * around) * millimetre, height: (height + 2 * around) * millimetre }
  const document = openDocument([page.width, page.height], content)
  const box = (inset: number) => [
    inset * millimetre,
    inset * millimetre,
    page.width - inset * millimetre,
    page.height - inset * millimetre,
  ]
  Object.assign(document.page.dictionary.data, { TrimBox: box(around), BleedBox: box(marks) })
  const bleedBox = box(marks) as [number, number, number, number]
  document.rect(bleedBox[0], bleedBox[1], bleedBox[2] - bleedBox[0], bleedBox[3] - bleedBox[1]).fill(inks.paper)
  // The poppy band runs into the bleed, so that no white edge is left where it is cut.
  document
    .rect(bleedBox[0], bleedBox[3] - (bleed + 2.5) * millimetre, bleedBox[2] - bleedBox[0], (bleed + 2.5) * millimetre)
    .fill(inks.poppy)
  drawMarks(document, page, around)
  document.save().translate(around * millimetre, around * millimetre)
  draw(document, content, { width: width * millimetre, height: (height - 2.5) * millimetre })
  document.restore()
  return finish(document)
}

function drawMarks(document: Document, page: { width: number; height: number }, around: number): void {
  const trim = around * millimetre
  const length = (marks - 2) * millimetre
  document.lineWidth(0.25)
  for (const x of [trim, page.width - trim]) {
    document
      .moveTo(x, 0)
      .lineTo(x, length)
      .moveTo(x, page.height)
      .lineTo(x, page.height - length)
  }
  for (const y of [trim, page.height - trim]) {
    document
      .moveTo(0, y)
      .lineTo(length, y)
      .moveTo(page.width, y)
      .lineTo(page.width - length, y)
  }
  document.stroke(inks.black)
}
