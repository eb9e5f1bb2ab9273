/**
 * What the sample pictures show. A motif fills a box of 400 by 300 with flat shapes, contour lines and ranks, has one red
 * thing in it, and takes a way: the light it is seen in and a number to vary it by.
 */

const red = '#c2321f'
const ink = '#14243f'
const ink2 = '#2b3f61'
const paper = '#fbf6ea'
const sand = '#ebe2cf'
const sand2 = '#ded1b6'
const wood = '#cf9a5b'
const wood2 = '#a8713a'
const wood3 = '#ddb37d'
const bark = '#5a3d22'
const green = '#2f5d43'
const green2 = '#5e8468'
const steel = '#aeb9c6'
const sun = '#e8b64c'

/** The light a motif is seen in. Walls are always light enough for ink to stand out on them. */
export interface Light {
  sky: string
  far: string
  near: string
  wall: string
  wall2: string
  floor: string
}

export const lights = {
  day: { sky: '#e9e5d6', far: green2, near: green, wall: sand, wall2: sand2, floor: ink },
  mist: { sky: '#ccd4d8', far: '#8697aa', near: ink2, wall: '#d5dbdc', wall2: '#bcc6cd', floor: ink2 },
  dawn: { sky: '#f2dcb8', far: wood, near: wood2, wall: '#efd9b4', wall2: wood3, floor: bark },
  grove: { sky: '#cbd6c4', far: green2, near: green, wall: '#c9d4c1', wall2: '#a9bda6', floor: green },
} satisfies Record<string, Light>

export interface Way extends Light {
  variant: number
}

type Motif = (way: Way) => string

const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`
const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width = 2, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${more}/>`
const moved = (x: number, y: number, body: string, scale = 1) =>
  `<g transform="translate(${x} ${y})${scale === 1 ? '' : ` scale(${scale})`}">${body}</g>`
const round = ' stroke-linecap="round"'
const faint = (body: string, opacity: number) => `<g opacity="${opacity}">${body}</g>`
const fill = (colour: string) => rect(0, 0, 400, 300, colour)

const soft = (d: string) => line(d, '#fff', 1.6, ' stroke-opacity=".34"')
const dim = (d: string) => line(d, '#fff', 1.6, ' stroke-opacity=".12"')
const grain = (d: string) => line(d, '#5a3a18', 1.6, ' stroke-opacity=".3"')
const shadow = (d: string) => `<path d="${d}" fill="#0a1322" opacity=".2"/>`
const echoes = (d: string, count: number, step: number, draw: (d: string) => string) =>
  repeat(count, (i) => moved(0, (i + 1) * step, draw(d)))

const ranges = [
  ['M0 176C40 150 70 122 112 128S176 108 222 96 300 126 400 92', 'M0 214C60 176 110 166 172 178S286 190 400 150'],
  ['M0 120C60 96 100 128 150 136S230 96 276 104 350 140 400 132', 'M0 168C50 150 110 186 180 190S320 158 400 186'],
  ['M0 150C60 168 96 96 150 90S236 150 290 146 360 112 400 120', 'M0 196C80 214 130 168 200 166S330 204 400 190'],
] as const

/** Sky, sun and two ranges of hills with their contour lines; `drop` lowers the hills. */
function hills(way: Way, drop = 0, sunX = 300, sunY = 66): string {
  const [back, front] = ranges[way.variant % 3] ?? ranges[0]
  const layer = (d: string, colour: string, lines: number) =>
    `${shape(`${d}V320H0z`, colour)}${echoes(d, lines, 11, soft)}`
  return `${fill(way.sky)}${circle(sunX, sunY, 26, sun)}${moved(0, drop, layer(back, way.far, 5) + layer(front, way.near, 6))}`
}

/** A window with the hills in it. */
function windowOut(x: number, y: number, width: number, height: number, way: Way): string {
  const base = y + height
  return `${rect(x, y, width, height, paper)}${circle(x + width * 0.7, y + height * 0.3, Math.min(width, height) * 0.13, sun)}${shape(`M${x} ${base - height * 0.22}q${width * 0.3} ${-height * 0.26} ${width * 0.55} ${-height * 0.08}t${width * 0.45} ${-height * 0.1}V${base}H${x}z`, way.far)}${line(`M${x + width / 2} ${y}v${height}M${x} ${y + height * 0.46}h${width}`, ink, 2.4)}${line(`M${x} ${y}h${width}v${height}h${-width}z`, ink, 3)}${rect(x - 5, base, width + 10, 5, wood2)}`
}

const tree = (x: number, y: number, size: number, colour: string) =>
  `${rect(x - 1.6, y - size * 0.4, 3.2, size * 0.4, bark)}${ellipse(x, y - size * 0.72, size * 0.34, size * 0.46, colour)}`
const pine = (x: number, y: number, size: number, colour: string) =>
  `${rect(x - 1.8, y - 8, 3.6, 8, bark)}${shape(`M${x} ${y - size}l${size * 0.24} ${size * 0.46}h${-size * 0.12}l${size * 0.2} ${size * 0.42}h${-size * 0.64}l${size * 0.2} ${-size * 0.42}h${-size * 0.12}z`, colour)}`
const pot = (x: number, y: number, size: number, colour: string, leaf: string) =>
  `${repeat(5, (i) => `<path d="M${x} ${y - size}q${(i - 2) * size * 0.3} ${-size * 0.5} ${(i - 2) * size * 0.42} ${-size * (1.15 - Math.abs(i - 2) * 0.22)}q${(i - 2) * size * 0.06 + size * 0.26} ${size * 0.5} ${-(i - 2) * size * 0.42} ${size * (1.15 - Math.abs(i - 2) * 0.22)}z" fill="${i % 2 ? leaf : green}"/>`)}${shape(`M${x - size * 0.42} ${y - size}h${size * 0.84}l${-size * 0.1} ${size}h${-size * 0.64}z`, colour)}${rect(x - size * 0.47, y - size * 1.04, size * 0.94, size * 0.18, colour)}`
const lamp = (x: number, length: number, colour: string) =>
  `${line(`M${x} 0v${length}`, ink, 2.2)}${shape(`M${x - 20} ${length + 18}q2-18 20-18t20 18z`, colour)}${ellipse(x, length + 18, 9, 4, sun)}`
const wheel = (x: number, y: number, radius: number) =>
  `${circle(x, y, radius, ink)}${circle(x, y, radius * 0.5, steel)}${circle(x, y, radius * 0.18, ink)}`
const mug = (x: number, y: number, size: number, colour: string) =>
  `${line(`M${x + size * 0.5} ${y - size * 0.75}h${size * 0.12}a${size * 0.22} ${size * 0.22} 0 0 1 0 ${size * 0.46}h${-size * 0.12}`, colour, size * 0.1)}${shape(`M${x - size * 0.5} ${y - size * 0.95}h${size}v${size * 0.6}q0 ${size * 0.35} ${-size * 0.35} ${size * 0.35}h${-size * 0.3}q${-size * 0.35} 0 ${-size * 0.35} ${-size * 0.35}z`, colour)}`
const steam = (x: number, y: number) =>
  line(`M${x} ${y}c-7-9 7-13 0-24M${x + 11} ${y}c-7-9 7-13 0-24`, paper, 2.6, `${round} stroke-opacity=".85"`)
const boards = (y: number, way: Way) =>
  `${rect(0, y, 400, 300 - y, wood)}${grain(repeat(4, (i) => `M0 ${y + 12 + i * 18}q120 ${i % 2 ? 7 : -7} 200 0t200 ${i % 2 ? -5 : 5}`))}${rect(0, y, 400, 5, way.variant % 2 ? wood3 : wood2)}`

/** Spines of books from `x` to `to`, standing on `y`; the one at `redAt` is red. */
function books(x: number, to: number, y: number, seed: number, redAt: number): string {
  const colours = [ink, wood2, green, ink2, wood3, green2, bark, steel]
  let drawn = ''
  for (let i = 0, at = x; at < to - 14; i++) {
    const width = 9 + ((i * 5 + seed * 3) % 4) * 2.6
    const height = 40 + ((i * 7 + seed * 5) % 5) * 4.5
    const colour = i === redAt ? red : (colours[(i * 3 + seed) % 8] ?? ink)
    drawn += rect(at, y - height, width, height, colour) + rect(at + 1.6, y - height + 8, width - 3.2, 2.4, sand)
    at += width + 1.4
  }
  return drawn
}

/** Heights of the columns on the screen of the desk. */
const chart = [18, 30, 24, 42, 36, 52]

/** A house front: walls, roof, door and windows. */
function house(x: number, y: number, width: number, height: number, wall: string, roof: string, door: string): string {
  const glass = (gx: number, gy: number) =>
    `${rect(gx - 1.5, gy - 1.5, 20, 25, sand2)}${rect(gx, gy, 17, 22, ink2)}${line(`M${gx + 8.5} ${gy}v22M${gx} ${gy + 11}h17`, paper, 1.8)}`
  return `${rect(x, y - height, width, height, wall)}${shape(`M${x - 5} ${y - height}L${x + 12} ${y - height - 34}h${width - 24}l17 34z`, roof)}${rect(x + width - 26, y - height - 50, 11, 24, bark)}${glass(x + 12, y - height + 16)}${glass(x + width - 29, y - height + 16)}${glass(x + 12, y - 44)}${rect(x + width - 31, y - 48, 21, 48, door)}${circle(x + width - 15, y - 23, 1.6, sand)}`
}

const hill = (way: Way) => echoes('M0 240C90 226 170 262 250 250S360 232 400 244', 4, 14, way.variant % 2 ? dim : soft)

export const motifs = {
  stairs: (way) => {
    const steps = 9
    return `${fill(way.wall)}${windowOut(43, 35, 95, 135, way)}${rect(0, 270, 400, 30, way.floor)}${shape(`M75 270${repeat(steps, () => 'v-22h35')}V270z`, wood2)}${repeat(steps, (i) => rect(71 + i * 35, 270 - (i + 1) * 22, 40, 5.5, wood))}${repeat(steps, (i) => repeat(3, (k) => rect(79 + i * 35 + k * 11, 199 - (i + 1) * 22 - k * 7, 2.5, 71 + k * 7, ink)))}${line('M72 179L390 -34', wood2, 8.5)}${rect(67, 160, 10, 110, ink)}${circle(72, 156, 8, red)}`
  },

  dovetail: (way) => {
    const lines = (x: number, y: number, w: number, h: number, s: number) =>
      grain(
        repeat(5, (i) => `M${x} ${y + 8 + i * (h / 5)}q${w * 0.3} ${s * 9} ${w * 0.5} ${s * 2}t${w * 0.5} ${s * 4}`),
      )
    const joint = 'M175-6V0L232-6V34L175 46V92L232 80V152L175 140V192L232 180V252L175 240V306'
    const turned = way.variant % 2 ? ' transform="matrix(0 1 1 0 50 -50)"' : ''
    return `${fill(wood)}<g${turned}>${rect(-60, -60, 520, 420, way.variant % 2 ? wood3 : wood)}${lines(-60, -60, 520, 420, 1)}${shape(`M-60-60H175V-6L232-6V34L175 46V92L232 80V152L175 140V192L232 180V252L175 240V360H-60z`, way.variant % 2 ? bark : wood2)}${lines(-60, -60, 230, 420, -1)}${line(joint, bark, 3)}</g>${shape('M262 60l120-26 6 10-124 26z', red)}${shape('M262 60l-22 14 24-4z', ink)}`
  },

  timber: (way) => {
    const row = (count: number, y: number, x0: number) =>
      repeat(count, (i) => {
        const x = x0 + i * 76
        const end = y === 196 && i === 3 ? red : (i + y) % 3 ? wood : wood3
        const rings = [24, 16, 9, 3].map(
          (r, k) =>
            `<circle cx="${x - k * 1.5}" cy="${y + k}" r="${r}" fill="none" stroke="#7a4e24" stroke-opacity=".8" stroke-width="1.6"/>`,
        )
        return `${circle(x, y, 38, bark)}${circle(x, y, 33, end === red ? wood3 : end)}${end === red ? `<circle cx="${x}" cy="${y}" r="33" fill="none" stroke="${red}" stroke-width="6"/>` : ''}${rings.join('')}`
      })
    return `${fill(way.far)}${soft(repeat(4, (i) => `M0 ${20 + i * 26}q120-40 200-8t200-20`))}${row(6, 262, 12)}${row(5, 196, 50)}${row(way.variant % 2 ? 3 : 4, 130, way.variant % 2 ? 126 : 88)}${way.variant % 2 ? row(2, 64, 164) : ''}`
  },

  workshop: (way) =>
    `${hills(way, 6, 330, 56)}${rect(0, 242, 400, 58, way.near)}${hill(way)}${shape('M64 148l136-58 136 58v14H64z', ink)}${rect(78, 160, 244, 102, wood2)}${repeat(20, (i) => rect(80 + i * 12.2, 162, 9.4, 100, wood))}${rect(150, 182, 96, 80, ink)}${repeat(6, (i) => rect(154 + i * 15.2, 186, 11, 76, ink2))}${[96, 266].map((x) => rect(x, 188, 36, 34, paper) + line(`M${x + 18} 188v34M${x} 205h36`, ink, 3)).join('')}${rect(162, 138, 76, 17, paper)}${rect(170, 144, 60, 5, red)}${shape('M150 262h96l40 38H110z', sand)}`,

  plane: (way) =>
    `${fill(way.wall2)}${rect(0, 62, 400, 8, wood2)}${repeat(6, (i) => rect(30 + i * 62, 70, 10, 30 + ((i * 17) % 22), i % 2 ? ink2 : wood2, 3))}${boards(212, way)}${shape('M70 212v-34q0-10 12-10h216l42 30v14z', ink)}${rect(70, 206, 270, 6, ink2)}${shape('M96 168q-6-52 22-66 16-6 20 8-18 10-12 58z', wood2)}${circle(276, 150, 19, wood2)}${rect(268, 160, 16, 14, ink)}${shape('M158 168l46-72 14 8-38 64z', paper)}${shape('M176 168l34-54 8 5-30 49z', red)}${line('M196 168c20-30 56-66 88-60 24 6 22 38 0 38-16 0-16-20-2-22', wood3, 9, round)}`,

  chisels: (way) =>
    `${fill(way.variant % 2 ? green : ink)}${dim(repeat(9, (i) => `M0 ${20 + i * 34}q100-24 200 0t200-6`))}${rect(0, 96, 400, 26, wood2)}${repeat(
      7,
      (i) => {
        const x = 36 + i * 48
        const width = 10 + (way.variant % 2 ? 6 - i : i) * 2.6
        const length = 92 + ((i * 37) % 29)
        return `${shape(`M${x} 30q12-10 24 0l-2 62h-20z`, i === (way.variant % 2 ? 5 : 3) ? red : wood)}${rect(x + 2, 88, 20, 8, sand)}${rect(x + 12 - width / 2, 122, width, length, steel)}${shape(`M${x + 12 - width / 2} ${122 + length}h${width}l${-width * 0.35} 22H${x + 12 - width / 2}z`, paper)}`
      },
    )}`,

  ridge: (way) => {
    const front =
      way.variant % 2
        ? 'M0 276C80 262 160 226 250 236S350 262 400 250'
        : 'M0 244C70 236 130 262 210 268S340 244 400 252'
    const bars =
      way.variant % 2
        ? [
            [230, 174],
            [246, 172],
            [262, 169],
            [278, 165],
            [294, 161],
          ]
        : [
            [104, 168],
            [120, 166],
            [136, 166],
            [152, 168],
            [168, 171],
          ]
    const standing = bars.map(
      ([x = 0, y = 0], i) => shadow(`M${x} ${y + 4}h7l-24 26h-9z`) + rect(x, y - 38, 7, 42, i === 2 ? red : ink),
    )
    return `${hills(way, 0, way.variant % 2 ? 96 : 296, 70)}${standing.join('')}${shape(`${front}V300H0z`, ink)}${echoes(front, 4, 10, dim)}`
  },

  shopFront: (way) => {
    const awning = repeat(11, (i) =>
      shape(`M${62 + i * 25} 108h25l2 34a12.5 12.5 0 0 1-26 0z`, i % 2 ? paper : way.variant % 2 ? green : ink2),
    )
    return `${fill(way.sky)}${rect(0, 20, 44, 236, way.wall2)}${rect(356, 36, 44, 220, way.wall2)}${rect(44, 30, 312, 226, way.variant % 3 === 2 ? wood2 : way.far)}${soft(repeat(6, (i) => `M44 ${40 + i * 7}h312`))}${[86, 176, 266].map((x) => rect(x, 38, 48, 38, paper) + line(`M${x + 24} 38v38M${x} 57h48`, ink, 2)).join('')}${rect(56, 84, 288, 26, ink)}${rect(96, 93, 208, 7, sand)}${rect(64, 134, 180, 104, paper)}${line('M64 134h180v104h-180zM154 134v104', ink, 4)}${repeat(5, (i) => pot(84 + i * 34, 236, 15 + ((i * 5) % 7), [wood2, ink2, wood, green, bark][(i + way.variant) % 5] ?? wood, green2))}${rect(266, 140, 62, 116, ink)}${rect(275, 149, 44, 60, way.wall)}${circle(273, 216, 3, sun)}${rect(286, 168, 22, 14, red, 2)}${awning}${rect(0, 256, 400, 44, way.wall2)}${line('M0 268h400M60 268l-20 32M150 268l-8 32M240 268l6 32M330 268l20 32', '#0a1322', 1.4, ' stroke-opacity=".18"')}${pot(344, 258, 24, bark, green2)}`
  },

  vanOnRoad: (way) =>
    `${hills(way, -6, 90, 60)}${repeat(7, (i) => pine(14 + i * 61, 214 - (i % 3) * 8, 36 + (i % 2) * 12, way.variant % 2 ? ink : '#244a36'))}${shape('M0 214q200-18 400 0v86H0z', ink)}${line('M0 262q200-12 400 0', paper, 4, ' stroke-dasharray="34 22"')}${shadow('M96 252h214l-10 10H104z')}${shape('M104 132h118l0 0h34q12 0 20 14l20 34q12 3 12 16v50H104z', paper)}${shape('M234 144h20q8 0 14 11l14 25h-48z', ink2)}${rect(104, 198, 204, 10, red)}${rect(120, 150, 84, 34, way.far, 3)}${line('M128 176l14-18 11 12 9-9 26 15', paper, 3)}${line('M222 134v112', steel, 2)}${rect(296, 214, 14, 10, sun)}${rect(100, 236, 214, 10, ink2)}${wheel(146, 246, 19)}${wheel(268, 246, 19)}`,

  kitchenPots: (way) =>
    `${fill(way.wall)}${repeat(5, (row) => repeat(12, (i) => rect(i * 36 - (row % 2) * 18, 120 + row * 18, 34, 16, way.wall2)))}${rect(40, 34, 320, 6, ink)}${[70, 122, 176, 236, 300].map((x, i) => `${line(`M${x} 38v18`, ink, 3)}${i % 2 ? `${circle(x, 78, 22, [wood2, ink2][i % 4 === 1 ? 0 : 1] ?? ink)}${circle(x, 78, 14, way.wall2)}` : `${rect(x - 3, 50, 6, 30, steel)}${ellipse(x, 86, 11, 14, steel)}`}`).join('')}${boards(212, way)}${ellipse(110, 214, 62, 7, bark)}${shape('M58 150h104v50q0 14-14 14H72q-14 0-14-14z', ink)}${rect(50, 144, 120, 9, ink2, 4)}${shape('M62 144q4-22 48-22t48 22z', ink2)}${circle(110, 119, 6, sun)}${rect(36, 162, 22, 8, ink, 4)}${rect(162, 162, 22, 8, ink, 4)}${steam(100, 108)}${shape('M214 178h92v26q0 10-10 10h-72q-10 0-10-10z', way.variant % 2 ? green : red)}${rect(208, 172, 104, 9, way.variant % 2 ? green2 : '#a5291a', 4)}${line('M312 182h44', bark, 8, round)}${way.variant % 2 ? circle(336, 205, 11, red) + line('M336 195q2-6 8-7', green, 2.5) : circle(338, 204, 11, sun)}${circle(360, 206, 9, green2)}`,

  loaves: (way) => {
    const loaf = (x: number, y: number, width: number, colour: string) =>
      `${shadow(`M${x} ${y - 3}h${width + 8}v5H${x}z`)}${shape(`M${x} ${y}q-6-${width * 0.52} ${width / 2}-${width * 0.52}t${width / 2} ${width * 0.52}z`, colour)}${repeat(3, (i) => line(`M${x + width * (0.24 + i * 0.2)} ${y - width * 0.2}q${width * 0.03}-${width * 0.16} ${width * 0.13}-${width * 0.2}`, wood3, 3.6, round))}`
    const shelf = (y: number) =>
      rect(24, y, 352, 9, bark) + rect(60, y + 9, 8, 14, bark) + rect(332, y + 9, 8, 14, bark)
    const baguettes = repeat(
      4,
      (i) =>
        `<g transform="rotate(${-14 + i * 8} ${318 + i * 9} 136)">${rect(311 + i * 10, 42, 13, 96, i % 2 ? wood : wood2, 7)}${line(`M${313 + i * 10} 64l8-6M${313 + i * 10} 84l8-6M${313 + i * 10} 104l8-6`, wood3, 2.4)}</g>`,
    )
    return `${fill(way.variant % 2 ? ink2 : way.wall)}${(way.variant % 2 ? dim : soft)(repeat(8, (i) => `M0 ${24 + i * 38}q100-22 200 0t200-8`))}${baguettes}${shape('M296 106h74l-7 40h-60z', wood3)}${line('M299 118h68M302 130h62', wood2, 3)}${loaf(40, 146, 78, wood)}${loaf(124, 146, 78, wood2)}${loaf(208, 146, 70, wood)}${shelf(146)}${repeat(5, (i) => loaf(34 + i * 68, 246, 58, i === 2 ? wood3 : i % 2 ? wood : wood2))}${shelf(246)}${rect(160, 255, 80, 22, paper, 2)}${rect(172, 263, 56, 5, red)}`
  },

  coffeeCups: (way) =>
    `${fill(way.wall)}${lamp(96, 36, way.variant % 2 ? green : ink2)}${lamp(204, 22, way.variant % 2 ? green : ink2)}${lamp(312, 36, way.variant % 2 ? green : ink2)}${rect(30, 128, 340, 7, wood2)}${repeat(8, (i) => mug(62 + i * 40, 128, 24, [ink, paper, wood2, green2][(i + way.variant) % 4] ?? ink))}${boards(222, way)}${ellipse(124, 224, 50, 8, paper)}${ellipse(124, 222, 32, 4, sand2)}${mug(124, 222, 58, red)}${ellipse(124, 167, 27, 5, bark)}${steam(118, 154)}${ellipse(254, 226, 44, 7, paper)}${mug(254, 224, 50, ink)}${ellipse(254, 176.5, 23, 4.5, bark)}${steam(248, 164)}${repeat(6, (i) => `<g transform="rotate(${i * 41} ${320 + (i % 3) * 20} ${238 + (i > 2 ? 14 : 0)})">${ellipse(320 + (i % 3) * 20, 238 + (i > 2 ? 14 : 0), 7, 5, bark)}</g>`)}`,

  bookshelf: (way) =>
    `${fill(way.wall)}${rect(36, 14, 328, 272, wood2)}${[22, 108, 194].map((y, row) => `${rect(46, y, 308, 80, row % 2 ? bark : '#4a311b')}`).join('')}${books(52, way.variant % 2 ? 220 : 262, 102, way.variant, 99)}${pot(way.variant % 2 ? 290 : 310, 102, 24, wood3, green2)}${books(128, 348, 188, way.variant + 3, 5)}${rect(60, 150, 56, 10, ink2)}${rect(64, 160, 52, 9, sand)}${rect(58, 169, 60, 10, green)}${rect(62, 179, 54, 9, wood3)}${books(52, 190, 274, way.variant + 1, 99)}${rect(206, 222, 60, 52, paper)}${shape('M206 262l16-20 12 10 14-18 18 28v12h-60z', way.far)}${books(280, 348, 274, way.variant + 6, 99)}`,

  desk: (way) =>
    `${fill(way.wall)}${windowOut(28, 30, 120, 124, way)}${way.variant % 2 ? `${rect(240, 50, 120, 7, wood2)}${books(246, 352, 50, 2, 99)}` : `${rect(256, 36, 90, 66, paper)}${line('M256 36h90v66h-90z', bark, 5)}${repeat(4, (i) => line(`M262 ${86 - i * 11}q20-${14 - i * 2} 40-4t38-6`, way.far, 2))}`}${boards(226, way)}${shape('M140 132q0-8 8-8h128q8 0 8 8v84H140z', ink)}${rect(148, 132, 128, 78, way.variant % 2 ? ink2 : green)}${repeat(6, (i) => rect(160 + i * 18, 196 - (chart[i] ?? 0), 11, chart[i] ?? 0, i === 5 ? red : paper))}${shape('M118 216h188l12 12H106z', steel)}${rect(106, 226, 212, 5, ink2)}${mug(350, 232, 32, way.variant % 2 ? green : ink)}${rect(30, 216, 60, 8, sand)}${rect(34, 208, 58, 8, ink2)}${line('M36 232l54-8', bark, 3)}${pot(56, 208, 22, wood2, green2)}`,

  serverRack: (way) =>
    `${fill(way.variant % 2 ? ink2 : ink)}${dim(repeat(9, (i) => `M0 ${18 + i * 34}h400`) + repeat(9, (i) => `M${28 + i * 44} 0v300`))}${[38, 150, 262].map((x, rack) => `${rect(x, 22, 100, 252, way.variant % 2 ? ink : '#0d1930', 3)}${repeat(10, (i) => `${rect(x + 8, 32 + i * 24, 84, 19, (i + rack) % 4 === 1 ? steel : (i + rack) % 4 === 2 ? '#3d5378' : ink2, 2)}${repeat(4, (k) => circle(x + 16 + k * 7, 41.5 + i * 24, 2.2, rack === 1 && i === 4 && k === 0 ? red : k === i % 3 ? sun : '#7fa08c'))}${repeat(5, (k) => rect(x + 52 + k * 7, 36.5 + i * 24, 3, 10, '#0d1930'))}`)}`).join('')}${rect(0, 274, 400, 26, '#0a1322')}${line('M88 22C88 4 200 10 200 22M200 22C200 2 312 6 312 22', wood, 3)}${circle(172 - 6, 32 + 4 * 24 + 9.5, 6.5, red)}`,

  garden: (way) =>
    `${hills(way, -24, 318, 52)}${repeat(17, (i) => rect(i * 25 - 4, 140 - (i % 2) * 3, 19, 60, paper))}${rect(0, 154, 400, 7, sand2)}${rect(0, 182, 400, 7, sand2)}${shape('M0 196h400v104H0z', way.variant % 2 ? green : green2)}${shape('M170 300q10-70 40-104h24q-14 50 26 104z', sand)}${[0, 1].map((side) => repeat(3, (i) => `${rect(side ? 258 + i * 6 : 16 - i * 4, 212 + i * 30, 130, 18, bark)}${repeat(6, (k) => (i === 1 ? `${line(`M${(side ? 270 : 24) + k * 20} 242v-20`, green, 3)}${circle((side ? 270 : 24) + k * 20, 220, 6.5, [sun, paper, wood3][(k + side) % 3] ?? sun)}` : ellipse((side ? 274 : 26) + k * 20, 210 + i * 30, 9, 8, k % 2 ? '#7ba06a' : '#3f7350')))}`)).join('')}${tree(60, 146, 74, '#3f7350')}${tree(352, 148, 92, '#3f7350')}${shape('M196 236h34l-4 30h-26z', red)}${line('M230 244l22-12M198 238q-16-4-14 14t18 8M200 236q13-18 26 0', red, 4)}`,

  fieldRows: (way) =>
    `${hills(way, -52, 84, 46)}${shape('M0 150q200-26 400 0v150H0z', way.variant % 2 ? wood : green2)}${repeat(13, (i) => shape(`M${170 + i * 5} 142L${-260 + i * 76} 300h34L${172.5 + i * 5} 142z`, way.variant % 2 ? wood2 : green))}${tree(36, 150, 46, '#244a36')}${tree(62, 147, 34, '#3f7350')}${tree(372, 148, 40, '#244a36')}${shadow('M196 244h150l-16 10H190z')}${rect(238, 156, 60, 52, way.variant % 2 ? ink : ink2)}${rect(245, 163, 46, 30, way.sky)}${line('M268 163v30', ink, 3)}${rect(230, 150, 76, 8, ink)}${shape('M186 196q0-10 10-10h48v42h-58z', red)}${rect(236, 200, 76, 26, red)}${rect(206, 160, 5, 27, ink)}${rect(188, 200, 5, 14, sun)}${wheel(286, 220, 30)}${wheel(206, 232, 18)}`,

  boat: (way) => {
    const sea = way.variant % 2 ? '#3d6b70' : ink2
    return `${fill(way.sky)}${circle(way.variant % 2 ? 300 : 96, 78, 30, sun)}${shape('M0 168q60-46 130-20t120-4 150 24v20H0z', way.far)}${echoes('M0 168q60-46 130-20t120-4 150 24', 2, 9, soft)}${rect(0, 180, 400, 120, sea)}${repeat(9, (i) => line(`M${-30 + ((i * 53) % 60)} ${194 + i * 12}q20-8 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0`, paper, 1.6, ' stroke-opacity=".28"'))}${line('M206 44v172', bark, 5)}${shape('M200 50v140H112q56-46 88-140z', paper)}${shape('M213 66q58 52 70 124h-70z', red)}${soft('M140 172h60M160 146h40M178 118h22')}${shape('M92 206h222q-10 40-44 44H142q-34-4-50-44z', wood2)}${rect(88, 202, 230, 8, bark)}${line('M104 222h200', wood3, 3)}${shape('M60 248q70-10 140 0t140 0v14H60z', sea)}${line('M352 96q8-9 15 0 8-9 15 0M322 74q6-7 12 0 6-7 12 0', ink, 2.6)}`
  },

  bicycle: (way) =>
    `${fill(way.wall)}${repeat(7, (row) => repeat(9, (i) => rect(i * 50 - (row % 2) * 25, row * 30, 47, 27, way.wall2)))}${rect(0, 212, 400, 88, way.variant % 2 ? ink2 : way.near)}${line('M0 236h400', '#fff', 1.6, ' stroke-opacity=".25"')}${[118, 284].map((x) => `${`<circle cx="${x}" cy="190" r="56" fill="none" stroke="${ink}" stroke-width="7"/>`}${repeat(12, (i) => line(`M${x} 190v-52`, steel, 1.2, ` transform="rotate(${i * 30} ${x} 190)"`))}${circle(x, 190, 6, ink)}`).join('')}${line('M118 190l42-76h92l-58 76zM160 114l34 76M252 114l32 76', red, 7, ' stroke-linejoin="round"')}${line('M252 114l-9-26h26M156 106l-4-14', ink, 6, round)}${rect(130, 84, 46, 9, bark, 5)}${circle(194, 190, 14, ink2)}${circle(194, 190, 6, steel)}${line('M194 190l10 22', ink, 5)}${way.variant % 2 ? `${rect(264, 92, 58, 40, wood)}${line('M264 104h58M264 118h58', wood2, 3)}` : ''}`,

  tent: (way) =>
    `${hills(way, -8, 318, 62)}${repeat(9, (i) => pine(10 + i * 48 + (i % 2) * 8, 226 - ((i * 7) % 10), 54 + ((i * 11) % 26), way.variant % 2 ? ink2 : '#244a36'))}${shape('M0 222q200-14 400 0v78H0z', way.variant % 2 ? ink : green)}${echoes('M0 226q200-14 400 0', 5, 15, dim)}${shadow('M70 262h216l30 12H60z')}${shape('M176 130L82 264h190z', way.variant % 2 ? sun : wood3)}${shape('M176 130l98 134h48z', way.variant % 2 ? wood2 : wood)}${shape('M176 156l-40 108h74z', ink)}${line('M176 130l-112 146M322 264l24 12', bark, 2)}${shape('M176 156l-40 108h26z', paper)}${line('M300 262l34-10M304 252l26 12', bark, 6, round)}${shape('M318 222c12 12 14 22 6 32h-14c-10-10-2-18 8-32z', red)}`,

  gymRack: (way) =>
    `${fill(way.wall)}${windowOut(124, 76, 152, 84, way)}${rect(0, 236, 400, 64, ink)}${dim(repeat(4, (i) => `M0 ${248 + i * 14}h400`))}${rect(92, 60, 10, 186, ink2)}${rect(298, 60, 10, 186, ink2)}${rect(84, 56, 232, 9, ink2)}${repeat(8, (i) => circle(97, 80 + i * 18, 2, sand) + circle(303, 80 + i * 18, 2, sand))}${line('M16 112h368', steel, 7)}${[
      [46, 46, ink],
      [64, 36, way.variant % 2 ? green2 : wood2],
      [322, 36, way.variant % 2 ? green2 : wood2],
      [340, 46, ink],
    ]
      .map(([x, r, c]) => rect(Number(x), 112 - Number(r), 14, Number(r) * 2, String(c), 5))
      .join(
        '',
      )}${rect(146, 206, 112, 12, red, 4)}${rect(160, 218, 8, 28, ink2)}${rect(236, 218, 8, 28, ink2)}${repeat(3, (i) => `${shape(`M${318 + i * 28} 240q0-14 11-14t11 14v10h-22z`, [wood2, green2, steel][i] ?? wood)}${line(`M${323 + i * 28} 228q0-10 6-10t6 10`, steel, 3)}`)}`,

  piano: (way) =>
    `${fill(way.variant % 2 ? '#3b2340' : ink)}${shape('M96 0h40l86 250H10z', '#fff6d8')}${shape('M264 0h40l86 250H178z', '#fff6d8')}${faint(rect(0, 0, 400, 300, way.variant % 2 ? '#3b2340' : ink), 0.62)}${[116, 284, 200].map((x, i) => shape(`M${x - 16} 0h32l-5 22h-22z`, i === 2 ? wood : steel)).join('')}${rect(0, 248, 400, 52, wood2)}${grain(repeat(6, (i) => `M0 ${254 + i * 8}h400`))}${ellipse(214, 254, 150, 10, bark)}${shape('M92 168q0-8 8-8h98c40 0 36-44 84-44 34 0 46 26 46 52v16H92z', '#0a1322')}${shape('M112 158L176 64q60 6 128 56-34 10-52 26-12 12-46 12z', ink2)}${line('M118 158L180 70', wood, 3)}${rect(92, 168, 236, 22, '#0a1322')}${rect(84, 184, 70, 10, paper)}${repeat(8, (i) => rect(91 + i * 8, 184, 4, 6, ink))}${rect(104, 194, 9, 56, '#0a1322')}${rect(300, 190, 9, 60, '#0a1322')}${rect(206, 190, 8, 60, '#0a1322')}${rect(36, 212, 46, 9, red, 3)}${rect(42, 221, 5, 30, bark)}${rect(72, 221, 5, 30, bark)}`,

  loom: (way) =>
    `${fill(way.wall)}${rect(46, 24, 14, 260, wood2)}${rect(340, 24, 14, 260, wood2)}${rect(34, 34, 332, 15, wood)}${rect(34, 240, 332, 15, wood)}${repeat(42, (i) => rect(70 + i * 6.3, 49, 1.8, 192, paper))}${repeat(
      14,
      (row) => {
        const colours = way.variant % 2 ? [green, wood3, ink2, green2] : [ink2, sand2, wood2, steel]
        return row === 6
          ? rect(68, 234 - row * 8, 264, 7, red)
          : rect(68, 234 - row * 8, 264, 7, colours[Math.floor(row / 2) % 4] ?? ink)
      },
    )}${repeat(14, (row) => repeat(21, (i) => faint(rect(70 + i * 12.6 + (row % 2) * 6.3, 235.5 - row * 8, 5, 4, '#ffffff'), 0.16)))}${rect(60, 112, 280, 11, bark)}${shape('M148 98h92l14 6-14 6h-92l-14-6z', wood3)}${rect(170, 101, 46, 6, ink2)}${[24, 376].map((x, i) => `${circle(x, 276, 22, i ? green2 : wood2)}${line(`M${x - 16} 268q16-12 32 0M${x - 20} 278q20-12 40 0M${x - 14} 288q14-8 28 0`, paper, 1.8, ' stroke-opacity=".5"')}`).join('')}`,

  paintPots: (way) =>
    `${fill(way.wall)}${shape('M0 0h400v92q-30 26-60 4t-50 20-56-14-60 22-66-24-54 14-54-12z', way.variant % 2 ? green2 : '#8fa3b5')}${boards(228, way)}${[
      [76, 74, ink2],
      [184, 60, wood],
      [290, 80, way.variant % 2 ? ink : green],
    ]
      .map(([x, h, c]) => {
        const cx = Number(x)
        const height = Number(h)
        const colour = String(c)
        return `${rect(cx - 40, 232 - height, 80, height, steel)}${rect(cx - 40, 244 - height, 80, height - 26, paper)}${rect(cx - 40, 252 - height, 80, 14, colour)}${ellipse(cx, 232 - height, 40, 8, '#8e9aa8')}${ellipse(cx, 232 - height, 34, 6, colour)}${shape(`M${cx + 14} ${233 - height}q10 2 12 0v26q-6 9-12 0z`, colour)}`
      })
      .join(
        '',
      )}<g transform="rotate(-24 200 190)">${rect(206, 108, 15, 62, red, 6)}${rect(198, 164, 31, 16, steel)}${shape('M198 180h31l-2 40q-14 8-27 0z', wood3)}</g>`,

  houseRow: (way) =>
    `${hills(way, -22, 60, 56)}${[0, 1, 2, 3].map((i) => house(14 + i * 94, 248, 92, 98 + ((i + way.variant) % 2) * 14, [paper, wood3, way.wall2, sand][(i + way.variant) % 4] ?? sand, [ink, bark, ink2, ink][(i + way.variant) % 4] ?? ink, i === (way.variant % 2 ? 2 : 1) ? red : ([green, ink2, wood2, green][i] ?? green))).join('')}${rect(0, 246, 400, 54, way.variant % 2 ? ink2 : way.near)}${rect(0, 246, 400, 9, sand2)}${repeat(27, (i) => rect(i * 15 + 2, 258, 3, 22, ink))}${rect(0, 264, 400, 3, ink)}${tree(208, 256, 76, green)}`,

  bridge: (way) => {
    const water = way.variant % 2 ? ink2 : '#4d7480'
    const arch = (x: number) => `M${x} 232v-34a44 44 0 0 1 88 0v34z`
    return `${hills(way, -30, 320, 54)}${rect(0, 206, 400, 94, water)}${repeat(6, (i) => line(`M${-20 + (i % 2) * 26} ${226 + i * 13}q18-7 36 0t36 0 36 0 36 0 36 0 36 0 36 0 36 0 36 0 36 0 36 0 36 0`, paper, 1.6, ' stroke-opacity=".3"'))}${shape(`M0 128h400v104h-400z`, way.variant % 2 ? wood3 : sand2)}${line(
      repeat(4, (r) => `M0 ${150 + r * 22}h400`),
      bark,
      1,
      ' stroke-opacity=".25"',
    )}${[16, 112, 208, 304].map((x) => shape(arch(x), water) + line(`M${x - 5} 216v-18a49 49 0 0 1 98 0v18`, paper, 5, ' stroke-opacity=".7"')).join('')}${[16, 112, 208, 304].map((x) => faint(shape(`M${x} 190q44-60 88 0z`, way.near), 0.35)).join('')}${rect(0, 120, 400, 11, ink)}${repeat(34, (i) => rect(i * 12 + 2, 100, 3.5, 22, ink))}${rect(0, 98, 400, 4, ink)}${shape('M226 96v-28h52q6 0 10 8l8 12v8z', red)}${rect(232, 74, 34, 12, paper)}`
  },

  crane: (way) =>
    `${hills(way, 20, 88, 66)}${[
      [20, 118, 62],
      [94, 160, 54],
      [270, 132, 60],
      [340, 92, 50],
    ]
      .map(
        ([x = 0, h = 0, w = 0], i) =>
          `${rect(x, 262 - h, w, h, [ink2, way.wall2, sand2, ink2][i] ?? ink2)}${repeat(Math.floor(h / 24), (r) => repeat(3, (k) => rect(x + 8 + k * (w / 3.4), 272 - h + r * 22, 9, 12, i % 3 ? ink2 : sun)))}`,
      )
      .join(
        '',
      )}${repeat(5, (r) => line(`M156 ${262 - r * 34}h96M156 ${262 - r * 34}v-34M188 ${262 - r * 34}v-34M220 ${262 - r * 34}v-34M252 ${262 - r * 34}v-34`, bark, 4))}${rect(156, 210, 96, 52, way.variant % 2 ? green2 : wood)}${repeat(16, (i) => (i % 2 ? '' : shape(`M286 ${262 - i * 14}l14-14v-14l-14 14zM300 ${262 - i * 14}l-14-14v-14l14 14z`, wood2)))}${line('M286 262V44M300 262V44', wood2, 3.5)}${line('M60 60h324M60 48h240l-7-26-7 26M293 22L90 50M293 22l80 36M384 48h-84', wood2, 3)}${repeat(16, (i) => line(`M${64 + i * 15} 60l7.5-12 7.5 12`, wood2, 1.8))}${rect(346, 58, 34, 22, ink)}${line('M124 60v52', ink, 2)}${rect(98, 112, 52, 18, red)}${shape('M0 262h400v38H0z', ink)}${dim('M0 276h400M0 288h400')}`,

  solar: (way) =>
    `${hills(way, -40, way.variant % 2 ? 96 : 318, 58)}${shape('M0 180q200-22 400 0v120H0z', way.variant % 2 ? green2 : green)}${hill(way)}${[
      [156, 0.62],
      [204, 0.84],
      [262, 1.1],
    ]
      .map(([y = 0, s = 1], row) =>
        repeat(row === 2 ? 4 : 5, (i) =>
          moved(
            row * -26 + i * (86 * s) + 4,
            y,
            `${line('M18 26v18M62 26v18', ink, 4)}${shape('M12-14h72l-12 44H0z', ink2)}${line('M8 0h72M4 15h72M34-14L24 30M58-14L48 30', steel, 1.6)}${line('M12-14h72l-12 44H0z', row === 1 && i === 2 ? red : paper, row === 1 && i === 2 ? 4 : 2.2)}`,
            s,
          ),
        ),
      )
      .join('')}`,

  turbines: (way) => {
    const turbine = (x: number, y: number, height: number, turn: number, colour: string) =>
      `${shape(`M${x - 3} ${y}L${x - 1.4} ${y - height}h2.8L${x + 3} ${y}z`, colour)}${repeat(3, (i) => `<path transform="rotate(${turn + i * 120} ${x} ${y - height})" d="M${x - 1} ${y - height}l-3-${height * 0.14} 4-${height * 0.44} 3 ${height * 0.44}z" fill="${colour}"/>`)}${circle(x, y - height, 4, ink)}`
    return `${hills(way, 18, 78, 70)}${turbine(70, 190, 84, 20, sand)}${turbine(330, 196, 104, 76, sand)}${turbine(146, 206, 118, 50, paper)}${turbine(236, 250, 178, way.variant * 34 + 8, paper)}${shape('M0 250C80 226 150 262 236 250S340 232 400 246V300H0z', ink)}${echoes('M0 250C80 226 150 262 236 250S340 232 400 246', 4, 11, dim)}${rect(300, 216, 26, 24, paper)}${shape('M295 217l18-15 18 15z', red)}${rect(309, 226, 8, 14, ink)}`
  },

  carRamp: (way) =>
    `${fill(way.wall)}${rect(0, 236, 400, 64, ink2)}${dim('M0 252h400M0 270h400M0 286h400')}${rect(18, 28, 120, 96, wood3)}${repeat(3, (r) => repeat(5, (i) => ((i + r) % 2 ? rect(32 + i * 20, 40 + r * 28, 5, 20, ink, 2) : `${rect(33 + i * 20, 46 + r * 28, 4, 16, steel)}${circle(35 + i * 20, 44 + r * 28, 5, steel)}`)))}${windowOut(270, 26, 104, 84, way)}${rect(84, 70, 16, 176, ink)}${rect(304, 70, 16, 176, ink)}${rect(76, 240, 32, 8, ink)}${rect(296, 240, 32, 8, ink)}${rect(92, 178, 220, 8, sun)}${shape(`M96 150q2-18 22-20l26-4 26-24q6-5 16-5h50q12 0 20 9l22 24 26 5q14 3 14 17v12H96z`, way.variant % 2 ? green : red)}${shape('M158 126l20-19q3-3 8-3h16v22zM210 104h24q8 0 13 6l14 16h-51z', way.sky)}${wheel(136, 166, 17)}${wheel(276, 166, 17)}${rect(150, 216, 62, 28, way.variant % 2 ? red : ink, 2)}${rect(146, 208, 70, 9, steel)}${line('M156 226h50M156 235h50', sand, 2)}${circle(232, 240, 6, ink)}${line('M236 238l34-16', wood, 4, round)}`,

  warehouse: (way) =>
    `${fill(way.wall)}${shape('M0 0h400v26H0z', ink2)}${repeat(4, (i) => rect(30 + i * 100, 14, 44, 7, sun))}${[
      [0, 150],
      [250, 400],
    ]
      .map(
        ([from = 0, to = 0], side) =>
          `${repeat(
            3,
            (row) =>
              `${rect(from, 96 + row * 70, to - from, 8, wood2)}${repeat(4, (i) => {
                const width = 28 + ((i + row + side) % 3) * 5
                const height = 32 + ((i * 5 + row * 3 + side) % 4) * 7
                const x = from + 8 + i * 36
                return `${rect(x, 96 + row * 70 - height, width, height, side === 1 && row === 1 && i === 2 ? red : ([wood, wood3, way.variant % 2 ? green2 : steel, wood2][(i + row + side + way.variant) % 4] ?? wood))}${faint(rect(x + width / 2 - 3, 96 + row * 70 - height, 6, height, '#fff6e0'), 0.35)}`
              })}`,
          )}${rect(from === 0 ? 146 : 246, 30, 8, 230, ink)}`,
      )
      .join(
        '',
      )}${shape('M0 250h400v50H0z', ink)}${shape('M176 250h48l40 50H136z', ink2)}${line('M200 254v46', sun, 3, ' stroke-dasharray="10 8"')}${rect(166, 190, 44, 40, ink2)}${line('M168 192v-40h34l8 40', ink, 5)}${rect(160, 214, 58, 24, way.variant % 2 ? green : sun)}${wheel(172, 240, 11)}${wheel(206, 240, 11)}${line('M224 140v104M224 242h24', ink, 5)}${rect(226, 206, 30, 34, wood3)}`,

  parcels: (way) => {
    const box = (x: number, y: number, width: number, height: number, colour: string, tape: string) =>
      `${rect(x, y - height, width, height, colour)}${shape(`M${x} ${y - height}l14-12h${width}l-14 12z`, wood3)}${shape(`M${x + width} ${y - height}l14-12v${height}l-14 12z`, bark)}${rect(x + width * 0.42, y - height, width * 0.16, height, tape)}${rect(x + 8, y - height + 12, width * 0.26, 12, paper)}`
    return `${fill(way.wall)}${windowOut(264, 28, 108, 106, way)}${lamp(80, 20, ink2)}${boards(240, way)}${box(40, 252, 112, 70, wood, sand)}${box(166, 256, 88, 50, wood2, sand2)}${box(274, 258, 84, 78, wood, way.variant % 2 ? green2 : steel)}${box(58, 170, 84, 54, wood2, red)}${way.variant % 2 ? box(180, 194, 60, 34, wood, sand) : `${rect(190, 176, 44, 30, paper)}${line('M190 176l22 17 22-17', wood2, 2.5)}`}${box(290, 168, 54, 30, wood3, sand)}${circle(30, 268, 13, wood3)}${circle(30, 268, 6, wood)}`
  },

  classroom: (way) =>
    `${fill(way.wall)}${rect(96, 26, 226, 128, wood2)}${rect(103, 33, 212, 114, way.variant % 2 ? ink : green)}${line('M124 118l30-44 22 28 18-22 34 40', paper, 3.5)}${repeat(5, (i) => line(`M236 ${60 + i * 15}h${[58, 44, 60, 36, 50][i]}`, paper, 3, ' stroke-opacity=".75"'))}${circle(202, 62, 9, sun)}${rect(170, 154, 70, 5, wood3)}${windowOut(16, 40, 60, 92, way)}${rect(340, 44, 42, 60, paper)}${shape('M340 92l12-16 10 8 8-12 12 16v16h-42z', way.far)}${rect(0, 232, 400, 68, way.floor)}${repeat(4, (i) => moved(10 + i * 100, 0, `${rect(0, 204, 84, 9, wood)}${line('M8 213v56M76 213v56', bark, 5)}${rect(18, 234, 48, 8, wood3)}${line('M24 242v34M60 242v34', bark, 4)}${i === 1 ? `${shape('M30 204v-9q12-6 18 0 8-6 18 0v9z', paper)}` : i === 2 ? circle(40, 196, 8, red) : rect(22, 197, 40, 7, i ? ink2 : green2)}`))}`,

  clinic: (way) =>
    `${fill(way.wall)}${windowOut(36, 36, 110, 104, way)}${rect(0, 244, 400, 56, way.variant % 2 ? '#8fa3a8' : green2)}${soft('M0 258h400M0 274h400')}${rect(264, 46, 96, 72, paper)}${line('M276 96h18l9-26 12 40 10-24h24', way.variant % 2 ? green : ink2, 3.5)}${rect(58, 176, 216, 20, paper, 8)}${shape('M58 184l-8-40q-1-8 8-9h10l14 46z', paper)}${rect(62, 192, 208, 10, way.variant % 2 ? ink2 : green)}${line('M86 202v44M246 202v44', ink, 6)}${line('M72 248h188', ink, 6)}${shape('M170 176h104v20h-104z', '#9fb4bb')}${rect(308, 168, 58, 80, wood3)}${rect(308, 162, 58, 8, wood2)}${line('M308 196h58M308 222h58', wood2, 3)}${circle(337, 184, 3, bark)}${circle(337, 210, 3, bark)}${rect(318, 136, 34, 26, red, 3)}${rect(328, 131, 14, 8, red, 3)}${rect(318, 147, 34, 4, paper)}${pot(26, 250, 34, wood2, green2)}`,

  dogPath: (way) =>
    `${hills(way, -14, 312, 62)}${shape('M0 216q200-24 400 0v84H0z', way.variant % 2 ? ink2 : green)}${hill(way)}${shape('M60 300q90-40 150-52t70-26l16 3q-12 22-50 32t-60 43z', sand)}${tree(60, 226, 110, '#3f7350')}${tree(106, 218, 70, green2)}${repeat(6, (i) => rect(292 + i * 26, 196 + i * 2, 5, 30, bark))}${line('M284 202l150 12M284 213l150 12', bark, 3)}<g transform="translate(176 212) scale(1.15)">${shape('M0 16q4-12 20-12h26l8-12 4-8 6 6 12 2q3 6-3 9l-11 2-4 13q0 8-8 10l2 22h-6l-5-20H20l-6 20H8l2-24q-6-2-8-8z', ink)}${line('M2 16q-12-6-10-18', ink, 4.5, round)}${line('M54 0l8 6', red, 4.5)}</g>`,

  windowClean: (way) =>
    `${fill(way.variant % 2 ? wood3 : way.wall2)}${repeat(10, (row) => repeat(9, (i) => rect(i * 50 - (row % 2) * 25, row * 30, 48, 28, way.variant % 2 ? '#d6a96f' : way.wall)))}${rect(84, 26, 168, 212, paper)}${rect(94, 36, 148, 192, ink2)}${shape('M94 150q40-40 80-20t68-14v112H94z', way.far)}${circle(200, 78, 18, sun)}${faint(shape('M94 36h74L106 228H94z', '#ffffff'), 0.35)}${line('M168 36v192M94 132h148', paper, 8)}${rect(74, 236, 188, 13, sand)}<g transform="rotate(18 226 150)">${rect(172, 138, 92, 10, ink)}${rect(172, 148, 92, 5, steel)}${rect(214, 90, 9, 50, sun)}</g>${line('M300 300L330 20M352 300L366 20', wood2, 7)}${repeat(10, (i) => line(`M${303 + i * 3} ${282 - i * 28}h${49 - i * 1.6}`, wood2, 5))}${rect(0, 276, 400, 24, ink)}${shape('M30 226h56l-6 52H36z', red)}${line('M30 228q28-44 56 0', ink, 3)}${ellipse(58, 226, 28, 6, paper)}${circle(48, 220, 8, paper)}${circle(64, 217, 10, paper)}`,

  spa: (way) =>
    `${fill(way.wall)}${echoes('M0 40q100-34 200 0t200-10', 5, 30, (d) => line(d, way.wall2, 3))}${boards(226, way)}${[
      [green2, 0],
      [paper, 1],
      [wood3, 2],
      [sand2, 3],
    ]
      .map(
        ([c, i]) =>
          rect(56 - Number(i) * -4, 200 - Number(i) * 24, 118 - Number(i) * 8, 24, String(c), 12) +
          line(
            `M${76 + Number(i) * 4} ${212 - Number(i) * 24}h${86 - Number(i) * 12}`,
            '#0a1322',
            1.6,
            ' stroke-opacity=".18"',
          ),
      )
      .join('')}${[
      [216, 60, paper],
      [256, 86, red],
      [300, 46, paper],
    ]
      .map(
        ([x, h, c]) =>
          `${rect(Number(x) - 15, 226 - Number(h), 30, Number(h), String(c), 3)}${line(`M${x} ${226 - Number(h)}v-7`, ink, 2)}${shape(`M${x} ${196 - Number(h)}c7 9 9 14 0 24-9-10-7-15 0-24z`, sun)}`,
      )
      .join(
        '',
      )}${ellipse(352, 226, 30, 7, ink)}${ellipse(352, 214, 24, 9, ink2)}${ellipse(352, 203, 17, 7, steel)}${way.variant % 2 ? pot(30, 228, 26, ink2, green2) : line('M366 200q-10-60 8-120M372 150q16-6 18-22M368 118q-14-6-16-22', green, 4, round)}`,

  studio: (way) =>
    `${fill(way.variant % 2 ? ink2 : ink)}${dim(repeat(9, (row) => repeat(7, (i) => `M${i * 62 - (row % 2) * 31} ${row * 36 + 8}l31-8 31 8-31 8z`)))}${boards(234, way)}${line('M120 234V96M120 234l-42 6M120 234l42 6', steel, 5, round)}${line('M120 104l54-22', steel, 5, round)}<g transform="rotate(-22 190 76)">${rect(166, 56, 74, 40, steel, 20)}${repeat(6, (i) => rect(190 + i * 8, 58, 3, 36, ink))}${rect(178, 56, 7, 40, red)}</g>${rect(250, 166, 118, 60, '#0a1322', 5)}${rect(280, 152, 46, 16, '#0a1322', 3)}${circle(309, 196, 26, steel)}${circle(309, 196, 20, ink2)}${circle(309, 196, 10, '#0a1322')}${circle(303, 190, 4, paper)}${circle(354, 178, 4, way.variant % 2 ? sun : green2)}${rect(234, 226, 150, 9, wood2)}${repeat(17, (i) => rect(20 + i * 4.8, 40 + 20 - ((i * 13) % 17), 2.6, ((i * 13) % 17) * 2 + 3, i === 8 ? sun : '#7d8ba5'))}`,

  gate: (way) =>
    `${fill(way.variant % 2 ? '#22304d' : ink2)}${circle(316, 60, 22, way.variant % 2 ? sand : sun)}${shape('M0 176q80-52 160-26t240-22v90H0z', ink)}${echoes('M0 176q80-52 160-26t240-22', 4, 12, dim)}${shape('M0 236h400v64H0z', '#0a1322')}${faint(shape('M60 40h16l74 196H-14z', '#fff6d8'), 0.16)}${rect(65, 34, 6, 210, steel)}${shape('M56 30h42l-6 13H56z', steel)}${repeat(30, (i) => rect(112 + i * 10, 140, 2.6, 104, '#93a1b4'))}${rect(112, 150, 288, 4, steel)}${rect(112, 226, 288, 4, steel)}${[112, 250, 388].map((x) => rect(x, 126, 8, 122, steel)).join('')}${rect(14, 166, 82, 82, wood2)}${shape('M6 168l10-18h78l10 18z', bark)}${rect(26, 182, 34, 26, sun)}${line('M43 182v26', bark, 3)}${rect(68, 184, 20, 64, bark)}${line('M104 216h128', paper, 8)}${repeat(4, (i) => rect(112 + i * 32, 212, 15, 8, red))}${rect(98, 206, 12, 42, steel)}`,

  gears: (way) => {
    const gear = (x: number, y: number, radius: number, teeth: number, colour: string, turn: number) =>
      `<g transform="rotate(${turn} ${x} ${y})">${repeat(teeth, (i) => `<rect x="${x - radius * 0.13}" y="${y - radius * 1.2}" width="${radius * 0.26}" height="${radius * 0.4}" transform="rotate(${(i * 360) / teeth} ${x} ${y})" fill="${colour}"/>`)}${circle(x, y, radius, colour)}${circle(x, y, radius * 0.66, ink)}${repeat(5, (i) => `<rect x="${x - radius * 0.08}" y="${y - radius * 0.7}" width="${radius * 0.16}" height="${radius * 0.7}" transform="rotate(${i * 72} ${x} ${y})" fill="${colour}"/>`)}${circle(x, y, radius * 0.24, colour)}${circle(x, y, radius * 0.1, ink)}</g>`
    return `${fill(ink)}${dim(repeat(11, (i) => `M0 ${14 + i * 28}h400`))}${gear(140, 160, 84, 18, way.variant % 2 ? green2 : steel, 0)}${gear(276, 102, 46, 10, wood, 18)}${gear(298, 216, 56, 12, way.variant % 2 ? steel : wood3, 6)}${gear(40, 42, 34, 8, ink2, 0)}${circle(140, 160, 12, red)}`
  },

  fair: (way) =>
    `${hills(way, -30, 330, 46)}${shape('M0 212q200-14 400 0v88H0z', way.variant % 2 ? green2 : green)}${hill(way)}${[
      [36, wood3],
      [266, steel],
    ]
      .map(([x, c]) =>
        moved(
          Number(x),
          0,
          `${rect(4, 168, 90, 66, paper)}${repeat(5, (i) => shape(`M49 112L${-4 + i * 21.2} 170h21.2z`, i % 2 ? paper : String(c)))}${shape('M38 234v-44q11-14 22 0v44z', ink2)}${line('M49 112v-16', ink, 2.5)}`,
        ),
      )
      .join(
        '',
      )}${moved(138, -10, `${rect(6, 170, 112, 76, paper)}${repeat(6, (i) => shape(`M62 92L${-6 + i * 22.7} 172h22.7z`, i % 2 ? paper : way.variant % 2 ? ink2 : green2))}${rect(22, 204, 80, 42, wood)}${rect(16, 198, 92, 8, wood2)}${line('M62 92V66', ink, 3)}${shape('M63 66l26 7-26 9z', red)}`)}${line('M0 84q60 36 120 26M280 110q70 6 120-26', ink, 2)}${repeat(5, (i) => shape(`M${8 + i * 24} ${[90, 100, 107, 110, 110][i]}h14l-7 15z`, [wood, paper, ink2, sun, green][i] ?? wood) + shape(`M${290 + i * 23} ${[110, 108, 104, 97, 88][i]}h14l-7 15z`, [sun, ink2, paper, wood, green][i] ?? wood))}`,

  longTable: (way) =>
    `${fill(way.wall)}${shape('M0 0h400L350 40H50z', wood2)}${line('M50 40L0 0M350 40l50-40M150 40L120 0M250 40l30-40', bark, 4)}${[40, 166, 292].map((x) => windowOut(x, 62, 68, 84, way)).join('')}${line('M30 50q85 26 170 0t170 0', ink, 1.8)}${repeat(9, (i) => circle(46 + i * 38.5, 54 + (i % 4 === 1 || i % 4 === 2 ? 8 : 2), 4.5, sun))}${rect(0, 226, 400, 74, way.floor)}${shape('M40 190h320l30 26H10z', paper)}${rect(10, 216, 380, 10, sand2)}${line('M34 226v52M366 226v52M200 226v52', bark, 6)}${repeat(6, (i) => `${ellipse(62 + i * 56, 205, 17, 4.5, way.variant % 2 ? '#9fb4bb' : wood3)}${ellipse(62 + i * 56, 204, 9, 2.4, paper)}`)}${[112, 284].map((x) => shape(`M${x} 196v-24h10v24z`, green) + repeat(3, (i) => circle(x - 5 + i * 10, 168 - (i % 2) * 9, 7, i % 2 ? sun : green2))).join('')}${shape('M182 196q-4-30 16-30t16 30z', red)}${line('M214 178q12 0 10 12M182 186q-10-2-14-12', red, 4, round)}${repeat(7, (i) => rect(26 + i * 54, 240, 34, 8, wood) + line(`M${30 + i * 54} 248v30M${56 + i * 54} 248v30`, wood2, 4))}`,
} satisfies Record<string, Motif>

export type MotifName = keyof typeof motifs
