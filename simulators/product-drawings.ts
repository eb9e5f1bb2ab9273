// Drawings of the sample products.

/** The colours of samples: cloth, a shade of it for folds and seams, and the print. */
const cloths = {
  Navy: { cloth: '#1b2d4d', shade: '#12213a', print: '#f3ecdd', accent: '#f0735c' },
  Sand: { cloth: '#e2d3b3', shade: '#cbb98f', print: '#12213a', accent: '#c2321f' },
  Olive: { cloth: '#56613f', shade: '#434d30', print: '#f3ecdd', accent: '#f0b138' },
  White: { cloth: '#fbf8f1', shade: '#ddd3bf', print: '#12213a', accent: '#c2321f' },
  Poppy: { cloth: '#c2321f', shade: '#9c2516', print: '#fbf6ea', accent: '#12213a' },
} as const

export type ClothColour = keyof typeof cloths
type Cloth = (typeof cloths)[ClothColour]

/** The organisation's symbol, its middle bar in the accent, so many units wide. */
function symbol(x: number, y: number, width: number, { print, accent }: Cloth): string {
  return `<g transform="translate(${x} ${y}) scale(${width / 40})"><path fill="${print}" d="M0 2l6.4 7.2V40H0zM8.4 11.45l6.4 7.2V40H8.4zM31.6 11.45l-6.4 7.2V40h6.4zM40 2l-6.4 7.2V40H40z"/><path fill="${accent}" d="M16.8 20.9l3.2 3.6 3.2-3.6V40h-6.4z"/></g>`
}

/** Contour lines. */
function contours(x: number, y: number, colour: string, rings: number, width = 3): string {
  const ring = (_: unknown, index: number) => {
    const size = 22 + index * 24
    return `<path d="M${x - size} ${y}c${size * 0.1} ${-size * 0.9} ${size * 0.9} ${-size} ${size * 1.1} ${-size * 0.72}s${size * 1.0} ${size * 0.3} ${size * 0.92} ${size * 0.9}-${size * 0.7} ${size * 0.8} ${-size * 1.2} ${size * 0.62}-${size * 0.9} ${-size * 0.1} ${-size * 0.82} ${-size * 0.8}z"/>`
  }
  return `<g fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round">${Array.from({ length: rings }, ring).join('')}</g>`
}

const products = {
  shirt: (c: Cloth) =>
    `<path fill="${c.cloth}" d="M176 104l-84 38-40 86 58 30 22-40v178q0 8 8 8h200q8 0 8-8V218l22 40 58-30-40-86-84-38q-28 30-64 30t-64-30z"/><path fill="none" stroke="${c.shade}" stroke-width="5" d="M176 104q20 44 64 44t64-44M132 218l4-46M348 218l-4-46M132 388h216"/>${symbol(208, 190, 64, c)}`,
  hoodie: (c: Cloth) =>
    `<path fill="${c.shade}" d="M180 124q6-62 60-62t60 62l-22 54h-76z"/><path fill="${c.cloth}" d="M178 112l-78 34-42 176 54 14 24-84v144q0 8 8 8h192q8 0 8-8V252l24 84 54-14-42-176-78-34q-8 58-62 70-54-12-62-70z"/><path fill="none" stroke="${c.shade}" stroke-width="5" d="M136 252l4-72M344 252l-4-72M138 382h204M172 378l16-70h104l16 70"/><path fill="none" stroke="${c.print}" stroke-width="4" stroke-linecap="round" d="M222 176v52M258 176v44"/>${symbol(212, 240, 56, c)}`,
  beanie: (c: Cloth) =>
    `<path fill="${c.cloth}" d="M112 300q-6-176 128-176t128 176z"/><path fill="none" stroke="${c.shade}" stroke-width="4" d="M164 296q-8-110 44-166M240 296V126M316 296q8-110-44-166M202 296q-4-104 22-166M278 296q4-104-22-166"/><rect x="96" y="284" width="288" height="84" rx="14" fill="${c.cloth}"/><path fill="none" stroke="${c.shade}" stroke-width="4" d="M98 286h284M124 290v72M152 290v72M328 290v72M356 290v72"/><rect x="194" y="298" width="92" height="56" rx="4" fill="${c.shade}"/>${symbol(220, 304, 40, c)}`,
  cap: (c: Cloth) =>
    `<path fill="${c.cloth}" d="M96 290q0-142 144-142t144 142z"/><path fill="${c.shade}" d="M70 322q28-54 170-54t170 54q6 20-16 14-66-24-154-24T86 336q-22 6-16-14z"/><path fill="none" stroke="${c.shade}" stroke-width="4" d="M240 150v118M152 282q4-84 54-130M328 282q-4-84-54-130"/><circle cx="240" cy="148" r="9" fill="${c.shade}"/>${symbol(208, 190, 64, c)}`,
  mug: (c: Cloth) =>
    `<path fill="none" stroke="${c.cloth}" stroke-width="26" d="M334 180h24q44 0 44 56t-44 56h-24"/><path fill="${c.cloth}" d="M108 120h232v208q0 44-44 44H152q-44 0-44-44z"/><ellipse cx="224" cy="120" rx="116" ry="22" fill="${c.shade}"/><path fill="none" stroke="${c.shade}" stroke-width="5" d="M110 330q4 40 42 40h144q38 0 42-40"/>${symbol(184, 196, 80, c)}`,
  tote: (c: Cloth) =>
    `<path fill="none" stroke="${c.shade}" stroke-width="16" d="M176 196V112q0-40 64-40t64 40v84"/><path fill="${c.cloth}" d="M104 176h272l16 226q1 10-10 10H98q-11 0-10-10z"/><path fill="none" stroke="${c.shade}" stroke-width="4" d="M104 194h272"/>${contours(240, 296, c.shade, 4)}${symbol(204, 254, 72, c)}`,
  poster: (c: Cloth) =>
    `<rect x="112" y="52" width="256" height="376" fill="#fffefb"/><rect x="128" y="68" width="224" height="344" fill="${c.cloth}"/><svg x="128" y="68" width="224" height="344" viewBox="128 68 224 344">${contours(262, 196, c.print, 9, 1.6)}</svg>${symbol(212, 330, 56, c)}`,
  bottle: (c: Cloth) =>
    `<rect x="206" y="62" width="68" height="46" rx="8" fill="${c.shade}"/><path fill="${c.cloth}" d="M200 112h80q4 34 26 50 12 10 12 26v208q0 24-24 24H186q-24 0-24-24V188q0-16 12-26 22-16 26-50z"/><path fill="none" stroke="${c.shade}" stroke-width="4" d="M164 372h152M200 114h80"/>${symbol(206, 236, 68, c)}`,
} as const

export type ProductKind = keyof typeof products

/** Position of the shadow, for lower products. */
const grounds: Partial<Record<ProductKind, number>> = { beanie: 382, cap: 366, mug: 386 }

/** Whether there is a drawing of this product in this colour. */
export function isDrawn(kind: string, colour: string): kind is ProductKind {
  return kind in products && colour in cloths
}

/** A product in a colour as an SVG of 960 by 960 pixels. */
export function drawProduct(kind: ProductKind, colour: ClothColour): string {
  const ground = colour === 'Sand' || colour === 'White' ? '#d9cbab' : '#efe6d2'
  const line = colour === 'Sand' || colour === 'White' ? '#cdbd98' : '#e2d6bb'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 480 480"><rect width="480" height="480" fill="${ground}"/>${contours(330, 150, line, 12, 2.5)}<ellipse cx="240" cy="${grounds[kind] ?? 424}" rx="150" ry="14" fill="#12213a" opacity=".12"/>${products[kind](cloths[colour])}</svg>`
}
