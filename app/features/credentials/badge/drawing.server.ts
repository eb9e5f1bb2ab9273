import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font, Glyph } from 'fontkit'
import { type VerifiedBadgeSize, type VerifiedBadgeTone, verifiedBadgePixelSize } from './model.ts'

/** What a badge says. */
export interface VerifiedBadgeContent {
  /** Such as 'Verified veteran-owned'. */
  claim: string
  /** Below it, such as 'Checked October 2026'. */
  note: string
  /** What programs read to people who do not see it, and browsers show on hover. */
  title: string
  isVerified: boolean
}

const colours: Record<VerifiedBadgeTone, Record<'paper' | 'edge' | 'ink' | 'note' | 'accent' | 'quiet', string>> = {
  light: { paper: '#fffefb', edge: '#ddd3bf', ink: '#12213a', note: '#46526a', accent: '#c2321f', quiet: '#82775f' },
  dark: { paper: '#12213a', edge: '#33486b', ink: '#f7f1e4', note: '#b9c4d4', accent: '#f0705c', quiet: '#8391a8' },
}

/** The drawing's own units; its height and width are those of the medium size. */
const canvas = { width: 288, height: 72 }
/** Points of letters are on a grid of so many units for the font size: an eighth of a pixel in the largest badge. */
const grid = 200
const textAt = 66
const textWidth = canvas.width - textAt - 14
const bars = 'M0 2l6.4 7.2V40H0zM8.4 11.45l6.4 7.2V40H8.4zM31.6 11.45l-6.4 7.2V40h6.4zM40 2l-6.4 7.2V40H40z'
const middleBar = 'M16.8 20.9l3.2 3.6 3.2-3.6V40h-6.4z'

/**
 * Draws a badge as SVG. The letters are outlines, so it looks the same on every page and loads no font; each is drawn once and used
 * where it occurs, which keeps the file small.
 */
export async function drawVerifiedBadge(
  content: VerifiedBadgeContent,
  tone: VerifiedBadgeTone,
  size: VerifiedBadgeSize,
): Promise<string> {
  font ??= loadFont()
  const letters = await font
  const colour = colours[tone]
  const glyphs = new Map<string, string>()
  const lines = breakLines(letters, content.claim)
  const scale = Math.min(16, ...lines.map((line) => textWidth / widthOf(letters, line)))
  const noteScale = Math.min(12, textWidth / widthOf(letters, content.note))
  const leading = scale * 1.16
  const top = (canvas.height - leading * lines.length - noteScale * 1.35) / 2
  const claim = lines.map((line, index) => {
    return writeLine(letters, line, { x: textAt, y: top + leading * (index + 0.8), size: scale, glyphs })
  })
  const note = writeLine(letters, content.note, {
    x: textAt,
    y: top + leading * lines.length + noteScale * 1.1,
    size: noteScale,
    glyphs,
  })
  const { width, height } = verifiedBadgePixelSize(size)
  const [ink, accent] = content.isVerified ? [colour.ink, colour.accent] : [colour.quiet, colour.quiet]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${canvas.width} ${canvas.height}"><title>${content.title}</title><defs>${[...glyphs.values()].join('')}</defs><rect x=".5" y=".5" width="${canvas.width - 1}" height="${canvas.height - 1}" rx="8" fill="${colour.paper}" stroke="${colour.edge}"/><g transform="translate(14 16)"><path fill="${ink}" d="${bars}"/><path fill="${accent}" d="${middleBar}"/></g><g fill="${content.isVerified ? colour.ink : colour.note}">${claim.join('')}</g><g fill="${colour.note}">${note}</g></svg>`
}

let font: Promise<Font> | null = null

async function loadFont(): Promise<Font> {
  const { resolve } = createRequire(import.meta.url)
  const { create } = await import('fontkit')
  return create(await readFile(resolve('@fontsource/public-sans/files/public-sans-latin-600-normal.woff'))) as Font
}

/** Of a line whose font size is 1. */
function widthOf(font: Font, text: string): number {
  return font.layout(text).advanceWidth / font.unitsPerEm
}

/** One line, or two of about the same width if one would be small. */
function breakLines(font: Font, text: string): string[] {
  if (widthOf(font, text) * 14 <= textWidth) return [text]
  const words = text.split(' ')
  const breaks = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const widest = (lines: string[]) => Math.max(...lines.map((line) => widthOf(font, line)))
  return breaks.toSorted((one, other) => widest(one) - widest(other))[0] ?? [text]
}

interface Place {
  x: number
  y: number
  /** The font size. */
  size: number
  /** Outlines by id; new ones are added. */
  glyphs: Map<string, string>
}

function writeLine(font: Font, text: string, { x, y, size, glyphs }: Place): string {
  const run = font.layout(text)
  let at = 0
  const uses = run.glyphs.map((glyph, index) => {
    const id = `g${glyph.id}`
    const d = outlineOf(glyph, grid / font.unitsPerEm)
    if (d && !glyphs.has(id)) glyphs.set(id, `<path id="${id}" d="${d}"/>`)
    const use = d ? `<use href="#${id}" x="${Math.round((at * grid) / font.unitsPerEm)}"/>` : ''
    at += run.positions[index]?.xAdvance ?? 0
    return use
  })
  const scale = size / grid
  return `<g transform="translate(${round(x)} ${round(y)})scale(${scale.toFixed(4)} ${(-scale).toFixed(4)})">${uses.join('')}</g>`
}

const commands = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' } as const

/** The outline of a glyph in whole units of the grid, each point relative to the one before. */
function outlineOf(glyph: Glyph, scale: number): string {
  let [x, y] = [0, 0]
  let [startX, startY] = [0, 0]
  let d = ''
  for (const { command, args } of glyph.path.commands) {
    const points = args.map((value) => Math.round(value * scale))
    d += commands[command]
    let text = ''
    for (let index = 0; index < points.length; index += 2) {
      for (const delta of [(points[index] ?? 0) - x, (points[index + 1] ?? 0) - y])
        text += delta < 0 || text === '' ? String(delta) : ` ${delta}`
    }
    d += text
    const [endX, endY] = points.slice(-2)
    if (command === 'closePath') [x, y] = [startX, startY]
    else [x, y] = [endX ?? x, endY ?? y]
    if (command === 'moveTo') [startX, startY] = [x, y]
  }
  return d
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
