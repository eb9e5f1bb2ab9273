/**
 * The marks of the sample logos, drawn on a square of 64 units. The named ones belong to one business each; the families
 * take a palette, a letter or two and a variant, and give a different mark for each.
 */

const { PI, cos, sin, round } = Math
const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
const fix = (value: number) => round(value * 100) / 100

export const namedMarks = {
  fellside:
    '<rect width="64" height="64" rx="6" fill="#27453A"/><path d="M8 48L25 20l8 12 7-9 16 25z" fill="#EFE6D2"/><path d="M25 20l8 12-5 4-4-6-6 8-4-0z" fill="#27453A" opacity=".18"/><path d="M8 48h48v4H8z" fill="#D19A52"/>',
  ember:
    '<circle cx="32" cy="32" r="32" fill="#A8482A"/><path d="M32 10c9 10 15 17 15 26a15 15 0 0 1-30 0c0-9 6-16 15-26z" fill="#F7EAD6"/><path d="M32 24v23M24 33h16M21 38c2 6 6 9 11 9s9-3 11-9" fill="none" stroke="#A8482A" stroke-width="3.4" stroke-linecap="round"/>',
  northlight:
    '<path d="M32 1l27 15.5v31L32 63 5 47.5v-31z" fill="#14171F"/><path d="M32 10l4.6 17.4L54 32l-17.4 4.6L32 54l-4.6-17.4L10 32l17.4-4.6z" fill="#F3C63F"/><circle cx="32" cy="32" r="3.2" fill="#14171F"/>',
  harbour:
    '<rect x="1" y="1" width="62" height="62" fill="#FBF6EC" stroke="#6A2036" stroke-width="2"/><path d="M9 52V30a7 7 0 0 1 14 0v22zM25 52V22a7 7 0 0 1 14 0v30zM41 52V34a7 7 0 0 1 14 0v18z" fill="#6A2036"/>',
  tamar:
    '<rect x="9.5" y="9.5" width="45" height="45" rx="4" transform="rotate(45 32 32)" fill="#0E5A66"/><g fill="none" stroke="#CFEAE6" stroke-width="2.4"><path d="M14 34c8-9 12 3 19-4s10-5 17 1"/><path d="M18 41c7-7 10 2 16-3s7-3 12 0"/><path d="M18 26c6-6 9 1 14-4s9-4 14 2"/></g>',
  watch:
    '<circle cx="32" cy="32" r="32" fill="#20242B"/><path d="M6 32c7-11 16-16 26-16s19 5 26 16c-7 11-16 16-26 16S13 43 6 32z" fill="#E9E4D8"/><circle cx="32" cy="32" r="12.5" fill="#20242B"/><path d="M32 23v9l6 4" fill="none" stroke="#E9E4D8" stroke-width="2.8" stroke-linecap="round"/>',
  brecon:
    '<path d="M0 10a10 10 0 0 1 10-10h44a10 10 0 0 1 10 10v54H0z" fill="#E6B450"/><circle cx="32" cy="26" r="11" fill="#FBF3DF"/><path d="M0 64V50l19-22 11 13 9-8 25 27v4z" fill="#4B3119"/><path d="M26 64c2-9 10-8 8-15" fill="none" stroke="#E6B450" stroke-width="2.6"/>',
  ledger:
    '<rect width="64" height="64" fill="#F2EEE3"/><path d="M0 13h64M0 26h64M0 39h64M0 52h64" stroke="#C9D3DA" stroke-width="1.4"/><path d="M9 0v64" stroke="#C46A5A" stroke-width="1.4"/><path d="M20 14v36h14M36 14v36h16" fill="none" stroke="#1C355E" stroke-width="6.5"/>',
  kelpie:
    '<rect width="64" height="64" rx="32" fill="#123B3A"/><path d="M21 15v34M43 15L24 33l19 16" fill="none" stroke="#7FE0C3" stroke-width="5"/><circle cx="43" cy="15" r="5" fill="#123B3A" stroke="#7FE0C3" stroke-width="3"/><circle cx="43" cy="49" r="5" fill="#123B3A" stroke="#7FE0C3" stroke-width="3"/>',
  kettle:
    '<circle cx="32" cy="32" r="30.5" fill="#FBF4EA" stroke="#B0693A" stroke-width="3"/><path d="M17 45c-1-13 4-22 15-22s16 9 15 22z" fill="#B0693A"/><path d="M45 32l9-6-3 10z" fill="#B0693A"/><path d="M21 24c1-14 21-14 22 0" fill="none" stroke="#B0693A" stroke-width="3"/><circle cx="32" cy="21" r="2.6" fill="#B0693A"/>',
  lagan:
    '<rect width="64" height="64" rx="3" fill="#F2C230"/><path d="M17 12h13l-7 29h22l-2.6 11H8z" fill="#1B1B1B"/><path d="M47 12h8l-6 24h-8zM35 12h8l-6 24h-8z" fill="#1B1B1B"/>',
  oak: '<path d="M32 0a32 32 0 0 0 0 64z" fill="#4C6B3C"/><path d="M32 0a32 32 0 0 1 0 64z" fill="#4A4E55"/><path d="M32 10c-6 4-4 8-9 10s-3 7-7 10 0 8-2 11c5 4 11 4 18 9z" fill="#DDE5CC"/><path d="M32 14h5v36h-5zM39 19h4v26h-4zM45 24h4v16h-4z" fill="#DADDE2"/>',
  saltmarsh:
    '<rect width="64" height="64" rx="14" fill="#D9E1DF"/><path d="M12 46c8-5 12 4 20 0s12-5 20 0M12 53c8-5 12 4 20 0s12-5 20 0" stroke="#2E5B66" stroke-width="3" fill="none"/><path d="M22 42V20M32 42V12M42 42V24" stroke="#2E5B66" stroke-width="3"/><path d="M22 20c-4-3-4-7 0-10 4 3 4 7 0 10zM42 24c-4-3-4-7 0-10 4 3 4 7 0 10z" fill="#C4553B"/>',
  wayfinder:
    '<path d="M32 0l32 32-32 32L0 32z" fill="#26304F"/><path d="M32 12l8 20-8 20-8-20z" fill="#E8DFC8"/><path d="M32 12l8 20H24z" fill="#D9643C"/>',
} as const

export type NamedMark = keyof typeof namedMarks

/** What a family draws with: `ground` is the dark of the palette, `mark` its light, `accent` the third colour. */
export interface MarkInks {
  ground: string
  mark: string
  accent: string
  /** One or two capital letters. */
  letters: string
  variant: number
}

/** Dark, light and accent of each palette; every light stands off its dark at 4.5:1 or better. */
export const markPalettes: readonly (readonly [ground: string, mark: string, accent: string])[] = [
  ['#1F3A5F', '#F3EBDD', '#E0A84B'],
  ['#2F4F3E', '#EFE7D3', '#D08C4A'],
  ['#6B2737', '#F8EFE4', '#D9A25F'],
  ['#20242B', '#E9E4D8', '#E4B343'],
  ['#0E4F5C', '#D5EDE8', '#F0B65A'],
  ['#4A3157', '#EFE3EF', '#D98E73'],
  ['#7A3B1E', '#FBEBD3', '#E8B25C'],
  ['#123B3A', '#DDF2E7', '#7FD6B5'],
  ['#37424F', '#EEF1F2', '#E2794F'],
  ['#5A4A1F', '#F7EFD0', '#C9D08A'],
  ['#8A2F2A', '#FFF3E8', '#F0C27B'],
  ['#26304F', '#E8DFC8', '#D9643C'],
  ['#3D5A2A', '#F0F3DC', '#E3C44F'],
  ['#1B4B73', '#EAF3FA', '#F2C230'],
  ['#3B2B20', '#F1E2CC', '#C97F4A'],
  ['#14532F', '#E7F3E4', '#F09A5B'],
  ['#50555C', '#F7F5EF', '#C8E06A'],
  ['#74324E', '#FCEBEF', '#F2B49C'],
  ['#0F3057', '#DCE9F5', '#7CC4E8'],
  ['#544137', '#F4EDE6', '#9CC5B0'],
  ['#2C2C54', '#ECEAF8', '#F5B971'],
  ['#006064', '#E3F4F1', '#FFC27A'],
  ['#5C3A00', '#FDF1D8', '#E98A3A'],
  ['#22333B', '#EAE0D5', '#C6AC8F'],
]

/** Capital letters as strokes, in a box 20 wide and 28 high. */
const strokes: Record<string, string> = {
  A: 'M0 28L10 0l10 28M4.5 18h11',
  B: 'M2 0v28h9a7.5 7.5 0 0 0 0-15H2h8a6.5 6.5 0 0 0 0-13z',
  C: 'M19 6C17 2 14 0 10.5 0 4 0 1 6 1 14s3 14 9.5 14c3.5 0 6.5-2 8.5-6',
  D: 'M2 0v28h6c8 0 11-6 11-14S16 0 8 0z',
  E: 'M18 0H2v28h16M2 14h13',
  F: 'M18 0H2v28M2 14h13',
  G: 'M19 6C17 2 14 0 10.5 0 4 0 1 6 1 14s3 14 9.5 14c4 0 6.5-2 8.5-4v-9h-8',
  H: 'M2 0v28M18 0v28M2 14h16',
  I: 'M10 0v28M4 0h12M4 28h12',
  J: 'M16 0v19a7.5 8.5 0 0 1-14.5 2',
  K: 'M2 0v28M18 0L2 16M8 10.5L19 28',
  L: 'M3 0v28h15',
  M: 'M0 28V0l10 17L20 0v28',
  N: 'M2 28V0l16 28V0',
  O: 'M10 0C4 0 0 6 0 14s4 14 10 14 10-6 10-14S16 0 10 0z',
  P: 'M2 28V0h9a8 8 0 0 1 0 16H2',
  Q: 'M10 0C4 0 0 6 0 14s4 14 10 14 10-6 10-14S16 0 10 0zM11 19l9 10',
  R: 'M2 28V0h9a8 8 0 0 1 0 16H2M10 16l9 12',
  S: 'M18 5C16 2 13 0 10 0 5 0 2 3 2 7c0 9 16 5 16 14 0 4-3 7-8 7-4 0-7-2-9-5',
  T: 'M0 0h20M10 0v28',
  U: 'M2 0v18a8 10 0 0 0 16 0V0',
  V: 'M0 0l10 28L20 0',
  W: 'M-3 0l6 28 7-21 7 21 6-28',
  X: 'M1 0l18 28M19 0L1 28',
  Y: 'M0 0l10 14L20 0M10 14v14',
  Z: 'M2 0h16L2 28h16',
}

function letter(character: string | undefined, x: number, y: number, height: number, colour: string, weight = 5.4) {
  const scale = fix(height / 28)
  return `<path transform="translate(${fix(x)} ${fix(y)}) scale(${scale})" d="${strokes[character ?? 'M'] ?? strokes.M}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linejoin="miter"/>`
}

/** A letter centred on a point. */
const centred = (
  character: string | undefined,
  cx: number,
  cy: number,
  height: number,
  colour: string,
  weight?: number,
) => letter(character, cx - (height / 28) * 10, cy - height / 2, height, colour, weight)

const polygon = (sides: number, radius: number, turn = 0, cx = 32, cy = 32) =>
  `M${repeat(sides, (i) => `${i ? 'L' : ''}${fix(cx + radius * sin(turn + (2 * PI * i) / sides))} ${fix(cy - radius * cos(turn + (2 * PI * i) / sides))}`)}z`

/** The ground a mark stands on: round, square, soft square, six-sided, or standing on a corner. */
function plate(shape: number, colour: string): string {
  if (shape % 5 === 0) return `<circle cx="32" cy="32" r="32" fill="${colour}"/>`
  if (shape % 5 === 1) return `<rect width="64" height="64" rx="5" fill="${colour}"/>`
  if (shape % 5 === 2) return `<rect width="64" height="64" rx="17" fill="${colour}"/>`
  if (shape % 5 === 3) return `<path d="${polygon(6, 32)}" fill="${colour}"/>`
  return `<rect x="1" y="1" width="62" height="62" rx="31" ry="20" fill="${colour}"/>`
}

type Family = (inks: MarkInks) => string

/** The families by name, so that a trade can be given marks that suit it. */
export const markFamilies = {
  initial: (m) => `${plate(m.variant, m.ground)}${centred(m.letters[0], 32, 32, 27, m.mark)}`,
  initialBar: (m) =>
    `${plate(1 + (m.variant % 2), m.ground)}${centred(m.letters[0], 32, 27, 25, m.mark, 5.8)}<rect x="14" y="48" width="36" height="4" fill="${m.accent}"/>`,
  pair: (m) =>
    `<rect width="64" height="64" rx="${[0, 8, 14][m.variant % 3]}" fill="${m.ground}"/>${letter(m.letters[0], 11, 20, 24, m.mark)}${letter(m.letters[1] ?? m.letters[0], 36, 20, 24, m.accent)}`,
  ringInitial: (m) =>
    `<circle cx="32" cy="32" r="29" fill="${m.variant % 2 ? m.mark : '#fff'}" stroke="${m.ground}" stroke-width="5"/>${centred(m.letters[0], 32, 32, 25, m.ground)}<path d="M10 32a22 22 0 0 1 6-15" stroke="${m.accent}" stroke-width="3" fill="none"/><path d="M54 32a22 22 0 0 1-6 15" stroke="${m.accent}" stroke-width="3" fill="none"/>`,
  halves: (m) =>
    `<path d="M0 0h32v64H0z" fill="${m.ground}"/><path d="M32 0h32v64H32z" fill="${m.accent}"/>${centred(m.letters[0], 16, 32, 22, m.mark)}${centred(m.letters[1] ?? m.letters[0], 48, 32, 22, m.ground)}`,
  hills: (m) => {
    const clip = m.variant % 2 ? 'M0 64V32a32 32 0 0 1 64 0v32z' : 'M32 0a32 32 0 0 1 0 64 32 32 0 0 1 0-64z'
    const id = `h${m.variant}`
    return `<clipPath id="${id}"><path d="${clip}"/></clipPath><g clip-path="url(#${id})"><path d="M0 0h64v64H0z" fill="${m.mark}"/><circle cx="${[44, 20, 32][m.variant % 3]}" cy="21" r="9" fill="${m.accent}"/><path d="M0 44L18 ${26 + (m.variant % 3) * 3}l12 13 10-9 24 20v14H0z" fill="${m.ground}" opacity=".62"/><path d="M0 54l14-12 14 10 14-12 22 16v14H0z" fill="${m.ground}"/></g>`
  },
  waves: (m) =>
    `${plate(m.variant + 1, m.ground)}<g fill="none" stroke-width="4" stroke-linecap="round">${repeat(3, (i) => `<path d="M14 ${23 + i * 10}c6-6 12-6 18 0s12 6 18 0" stroke="${i === m.variant % 3 ? m.accent : m.mark}"/>`)}</g>`,
  leaf: (m) =>
    `${plate(m.variant, m.ground)}<path d="M16 48C14 26 26 13 49 14c2 22-9 36-33 34z" fill="${m.variant % 2 ? m.accent : m.mark}"/><path d="M14 51L40 24M24 40V28M32 33h12" stroke="${m.ground}" stroke-width="3" fill="none"/>`,
  sprig: (m) =>
    `${m.variant % 2 ? plate(m.variant, m.mark) : ''}<path d="M32 60V16" stroke="${m.ground}" stroke-width="3.6"/>${repeat(3, (i) => `<path d="M32 ${50 - i * 14}c-13 0-18-6-18-15 12 0 18 5 18 15zM32 ${50 - i * 14}c13 0 18-6 18-15-12 0-18 5-18 15z" fill="${i === 1 ? m.accent : m.ground}"/>`)}<circle cx="32" cy="8" r="5" fill="${m.ground}"/>`,
  spanner: (m) =>
    `${plate(m.variant, m.ground)}<g transform="rotate(${m.variant % 2 ? 45 : -45} 32 32)"><path d="M27 27V50a5 5 0 0 0 10 0V27a12 12 0 0 0 5-17v9l-5 4h-10l-5-4v-9a12 12 0 0 0 5 17z" fill="${m.mark}"/><circle cx="32" cy="49" r="2.2" fill="${m.accent}"/></g>`,
  hammer: (m) =>
    `${plate(m.variant + 1, m.ground)}<g transform="rotate(${m.variant % 2 ? 35 : -35} 32 32)"><rect x="29" y="20" width="6.5" height="38" rx="2" fill="${m.accent}"/><path d="M18 10h24q8 0 9 10H44v3H18z" fill="${m.mark}"/></g>`,
  sunrise: (m) =>
    `${plate(m.variant, m.ground)}<path d="M18 39a14 14 0 0 1 28 0z" fill="${m.accent}"/>${repeat(5, (i) => `<path d="M${fix(32 - 18.5 * cos((PI * (i + 0.5)) / 5))} ${fix(39 - 18.5 * sin((PI * (i + 0.5)) / 5))}L${fix(32 - 24.5 * cos((PI * (i + 0.5)) / 5))} ${fix(39 - 24.5 * sin((PI * (i + 0.5)) / 5))}" stroke="${m.mark}" stroke-width="3.4"/>`)}<path d="M12 43h40M18 49.5h28" stroke="${m.mark}" stroke-width="3.4"/>`,
  onward: (m) =>
    `${plate(m.variant + 1, m.ground)}<g fill="none" stroke-width="7"><path d="M${m.variant % 2 ? 17 : 20} 15l17 17-17 17" stroke="${m.accent}"/><path d="M31 15l17 17-17 17" stroke="${m.mark}"/></g>`,
  honeycomb: (m) =>
    `${repeat(3, (i) => `<path d="${polygon(6, 17, 0, [32, 16.5, 47.5][i], [17.5, 45, 45][i])}" fill="${[m.accent, m.ground, m.ground][(i + m.variant) % 3]}"/>`)}<path d="${polygon(6, 6, 0, 32, 36)}" fill="${m.mark}"/>`,
  pines: (m) =>
    `${plate(m.variant + 1, m.mark)}${repeat(3, (i) => {
      const x = [18, 46, 32][i] ?? 32
      const y = [24, 27, 12][i] ?? 12
      return `<path d="M${x} ${y}l10 15h-5l9 13H${x - 14}l9-13h-5z" fill="${i === 2 ? m.ground : m.accent}"/>`
    })}<path d="M30 40h4v14h-4z" fill="${m.ground}"/>`,
  swallow: (m) =>
    `${plate(m.variant, m.ground)}<path d="M10 22c10 0 17 4 21 10 5-9 13-13 24-13-7 3-10 7-11 12 0 9-7 15-17 16l-14 8 6-10c-4-3-5-6-5-9-1-6-2-11-4-14z" fill="${m.mark}"/><circle cx="45" cy="24.5" r="2" fill="${m.accent}"/>`,
  gable: (m) =>
    `${m.variant % 2 ? plate(1, m.mark) : ''}<path d="M8 32L32 9l24 23" fill="none" stroke="${m.ground}" stroke-width="6.5"/><path d="M15 33v24h34V33L32 17z" fill="${m.ground}"/><path d="M27 57V42a5 5 0 0 1 10 0v15z" fill="${m.accent}"/>`,
  cog: (m) =>
    `<g fill="${m.ground}">${repeat(8, (i) => `<rect x="26.5" y="1" width="11" height="14" rx="2" transform="rotate(${i * 45} 32 32)"/>`)}<circle cx="32" cy="32" r="24"/></g>${m.variant % 2 ? `<circle cx="32" cy="32" r="15" fill="${m.mark}"/>${centred(m.letters[0], 32, 32, 15, m.ground)}` : `<circle cx="32" cy="32" r="14" fill="${m.accent}"/><circle cx="32" cy="32" r="6" fill="${m.ground}"/>`}`,
  compass: (m) =>
    `${plate(m.variant, m.ground)}<circle cx="32" cy="32" r="21" fill="none" stroke="${m.mark}" stroke-width="2.6"/><g transform="rotate(${m.variant % 2 ? 32 : -24} 32 32)"><path d="M32 10l6.5 22h-13z" fill="${m.accent}"/><path d="M32 54l-6.5-22h13z" fill="${m.mark}"/></g>`,
  ranks: (m) =>
    `${plate(1 + (m.variant % 2), m.ground)}${repeat(5, (i) => {
      const height =
        [
          [16, 24, 32, 24, 16],
          [12, 18, 24, 30, 36],
          [30, 18, 36, 22, 28],
        ][m.variant % 3]?.[i] ?? 20
      return `<rect x="${13 + i * 8}" y="${50 - height}" width="5.5" height="${height}" fill="${i === (m.variant % 3 === 1 ? 4 : 2) ? m.accent : m.mark}"/>`
    })}`,
  links: (m) =>
    `<g fill="none" stroke-width="6.5"><circle cx="23" cy="${m.variant % 2 ? 24 : 32}" r="17" stroke="${m.ground}"/><circle cx="41" cy="${m.variant % 2 ? 40 : 32}" r="17" stroke="${m.accent}"/></g>`,
  quarters: (m) =>
    `<path d="M0 0h64v64H0z" fill="${m.mark}"/>${repeat(4, (i) => `<path transform="translate(${(i % 2) * 32} ${i > 1 ? 32 : 0}) rotate(${((i * (m.variant + 1)) % 4) * 90} 16 16)" d="M0 32A32 32 0 0 1 32 0v32z" fill="${i === m.variant % 4 ? m.accent : m.ground}"/>`)}`,
  sail: (m) =>
    `${plate(m.variant, m.ground)}<path d="M30 12v30H13z" fill="${m.mark}"/><path d="M34 18c9 6 13 14 14 24H34z" fill="${m.accent}"/><path d="M11 46h42c-3 6-8 9-14 9H25c-6 0-11-3-14-9z" fill="${m.mark}"/>`,
  cup: (m) =>
    `${plate(m.variant, m.ground)}<path d="M16 27h27v11a12 12 0 0 1-12 12h-3a12 12 0 0 1-12-12z" fill="${m.mark}"/><path d="M43 30h3a5.5 5.5 0 0 1 0 11h-4" fill="none" stroke="${m.mark}" stroke-width="3.6"/><path d="M24 22c-3-4 3-6 0-10M34 22c-3-4 3-6 0-10" stroke="${m.accent}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  key: (m) =>
    `${plate(m.variant + 1, m.ground)}<g transform="rotate(-45 32 32)"><circle cx="19" cy="32" r="9.5" fill="none" stroke="${m.accent}" stroke-width="5.5"/><path d="M29 29.5h26v11h-5v-5h-5v7h-5v-7H29z" fill="${m.mark}"/></g>`,
  book: (m) =>
    `${plate(m.variant + 2, m.ground)}<path d="M31 20c-5-4-11-5-19-4v29c8-1 14 0 19 4z" fill="${m.mark}"/><path d="M33 20c5-4 11-5 19-4v29c-8-1-14 0-19 4z" fill="${m.accent}"/><path d="M17 25c4 0 7 1 10 2M17 32c4 0 7 1 10 2" stroke="${m.ground}" stroke-width="2.4" fill="none"/>`,
  lens: (m) =>
    `<circle cx="32" cy="32" r="32" fill="${m.ground}"/>${repeat(6, (i) => `<path d="M32 32V7l17 8z" transform="rotate(${i * 60} 32 32)" fill="${i === m.variant % 6 ? m.accent : m.mark}"/>`)}<path d="${polygon(6, 11, PI / 6)}" fill="${m.ground}"/>`,
  knot: (m) =>
    `${plate(m.variant + 2, m.ground)}<g fill="none" stroke-width="5"><path d="M32 32c-6-9-20-9-20 0s14 9 20 0z" stroke="${m.mark}"/><path d="M32 32c6-9 20-9 20 0s-14 9-20 0z" stroke="${m.accent}"/></g>`,
  wheel: (m) =>
    `${m.variant % 2 ? plate(1, m.mark) : ''}<circle cx="32" cy="32" r="24" fill="none" stroke="${m.ground}" stroke-width="6"/>${repeat(8, (i) => `<path d="M32 32V9" transform="rotate(${i * 45} 32 32)" stroke="${m.ground}" stroke-width="2.6"/>`)}<circle cx="32" cy="32" r="7.5" fill="${m.accent}"/>`,
  spark: (m) =>
    `${plate(m.variant, m.ground)}<path d="M36 8L17 36h12l-3 20 21-30H34z" fill="${m.variant % 2 ? m.accent : m.mark}"/>`,
  wheat: (m) =>
    `${plate(m.variant, m.ground)}<path d="M32 56V14" stroke="${m.accent}" stroke-width="3"/>${repeat(4, (i) => `<path d="M32 ${24 + i * 8}c-8-1-11-6-11-12 7 1 11 5 11 12zM32 ${24 + i * 8}c8-1 11-6 11-12-7 1-11 5-11 12z" fill="${i % 2 ? m.accent : m.mark}"/>`)}`,
  plait: (m) =>
    `<rect width="64" height="64" rx="${m.variant % 2 ? 32 : 6}" fill="${m.ground}"/>${repeat(3, (i) => `<rect x="${16 + i * 12}" y="13" width="7" height="38" fill="${m.mark}"/>`)}${repeat(3, (i) => `<path d="M${i % 2 ? 23 : 13} ${19 + i * 11}h${i % 2 ? 17 : 10}M${i % 2 ? 47 : 35} ${19 + i * 11}h${i % 2 ? 5 : 16}" stroke="${m.accent}" stroke-width="6"/>`)}`,
} satisfies Record<string, Family>

export type MarkFamily = keyof typeof markFamilies
