import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import bidiFactory from 'bidi-js'
import { create, type Font } from 'fontkit'

// Runs in a worker thread, and in the server to say what can be printed.

export type PrintFontFace = 'serif' | 'sans' | 'bold'

const noto = (weight: number) => [
  ...['greek', 'cyrillic', 'cyrillic-ext', 'greek-ext', 'devanagari'].map(
    (subset) => `noto-sans/files/noto-sans-${subset}-${weight}-normal`,
  ),
  `noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal`,
  `noto-sans-hebrew/files/noto-sans-hebrew-hebrew-${weight}-normal`,
]

/** The files of each face, our own first. */
const files: Record<PrintFontFace, string[]> = {
  serif: [
    'source-serif-4/files/source-serif-4-latin-600-normal',
    'source-serif-4/files/source-serif-4-latin-ext-600-normal',
    ...noto(600),
  ],
  sans: [
    'public-sans/files/public-sans-latin-400-normal',
    'public-sans/files/public-sans-latin-ext-400-normal',
    ...noto(400),
  ],
  bold: [
    'public-sans/files/public-sans-latin-600-normal',
    'public-sans/files/public-sans-latin-ext-600-normal',
    ...noto(600),
  ],
}

interface LoadedFont {
  name: string
  font: Font
}

const loaded = new Map<string, LoadedFont>()

function load(name: string): LoadedFont {
  const known = loaded.get(name)
  if (known) return known
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`@fontsource/${name}.woff`))
  const entry = { name, font: create(unwrapWoff(bytes)) as Font }
  loaded.set(name, entry)
  return entry
}

/**
 * Turns a WOFF 1 font into the OpenType font that it is a compressed copy of. fontkit would inflate a table again, slowly, each time
 * it looks at one.
 */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  for (const [index, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.writeUInt16BE(value, 4 + index * 2)
  const tables: Buffer[] = []
  let at = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const stored = woff.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const place = 12 + index * 16
    woff.copy(head, place, entry, entry + 4)
    woff.copy(head, place + 4, entry + 16, entry + 20)
    head.writeUInt32BE(at, place + 8)
    head.writeUInt32BE(length, place + 12)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.copy(padded)
    tables.push(padded)
    at += padded.length
  }
  return Buffer.concat([head, ...tables])
}

/** Part of a line that one font shows. */
export interface PrintFontRun {
  text: string
  font: LoadedFont
}

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a line into runs of one font and one direction each, in the order in which they are seen from the left. What no font has is
 * left out.
 */
export function splitIntoPrintFontRuns(text: string, face: PrintFontFace): PrintFontRun[] {
  const shown: { text: string; font: LoadedFont }[] = []
  for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/\s+/g, ' ').trim())) {
    const before = shown.at(-1)?.font
    // A space or a full stop belongs to the run before it, if that font has it.
    const name =
      before && hasAll(before, segment) ? before.name : files[face].find((each) => hasAll(load(each), segment))
    if (name) shown.push({ text: segment, font: load(name) })
  }
  const line = shown.map(({ text: part }) => part).join('')
  const { levels } = bidi.getEmbeddingLevels(line)
  const runs: (PrintFontRun & { level: number })[] = []
  let at = 0
  for (const { text: part, font } of shown) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    if (last && last.font === font && last.level === level) last.text += part
    else runs.push({ text: part, font, level })
    at += part.length
  }
  return inVisualOrder(runs)
}

/** Reverses the runs of each level and above, from the highest to the lowest odd one (rule L2 of Unicode's algorithm). */
function inVisualOrder(runs: (PrintFontRun & { level: number })[]): PrintFontRun[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      if ((ordered[from]?.level ?? 0) < level) continue
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}

/** The text without what no font has. */
export function toPrintableText(text: string, face: PrintFontFace = 'serif'): string {
  const kept: string[] = []
  for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/\s+/g, ' ').trim())) {
    if (files[face].some((name) => hasAll(load(name), segment))) kept.push(segment)
  }
  return kept.join('').replace(/ +/g, ' ').trim()
}

function hasAll({ font }: LoadedFont, text: string): boolean {
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}
