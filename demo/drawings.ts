import { type VerificationDocumentKind, verificationDocumentKinds } from '#app/features/verification/rules.ts'
import { itemOfRepeatedList } from './random.ts'
import { loadSampleData, readDemoFile, type SampleTrade } from './sample-data.ts'

/** What a sample logo is made of: a drawing of its own, or a mark with a palette, letters and the shape it is drawn on. */
export type SampleLogoDesign =
  | { kind: 'own'; drawing: string }
  | { kind: 'mark'; mark: string; palette: number; letters: string; plate: number }

interface Person {
  name: string
  branch: string
  relationship: string
  serviceNumber: string | null
}

const drawings = new Map<string, string>()

/** What is inside the <svg> of a file in drawings/, with its {{placeholders}} filled in. Throws where one has no value. */
function draw(file: string, values: Record<string, string> = {}): string {
  let drawing = drawings.get(file)
  if (drawing === undefined) {
    const svg = readDemoFile(`drawings/${file}.svg`)
    drawing = svg
      .replace(/^\s*<svg[^>]*>|<\/svg>\s*$/g, '')
      .replace(/>\s+</g, '><')
      .trim()
    drawings.set(file, drawing)
  }
  return drawing.replace(/{{(\w+)}}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The drawing ${file} has a placeholder ${name} that nothing fills`)
    return value
  })
}

const svg = (width: number, height: number, viewBox: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${body}</svg>`

/** The logo as an SVG of 256 by 256 pixels, on a transparent ground, without text or anything from outside. */
export function drawSampleLogo(logo: SampleLogoDesign): string {
  return svg(256, 256, '0 0 64 64', drawMark(logo))
}

function drawMark(logo: SampleLogoDesign): string {
  if (logo.kind === 'own') return draw(`logos/${logo.drawing}`)
  const { palettes, plates, letters } = loadSampleData().drawings
  const [ground, mark, accent] = itemOfRepeatedList(palettes, logo.palette)
  const strokesOf = (letter: string | undefined) => letters[letter ?? ''] ?? letters.M ?? ''
  return draw(`marks/${logo.mark}`, {
    ground,
    mark,
    accent,
    plate: itemOfRepeatedList(plates, logo.plate),
    first: strokesOf(logo.letters[0]),
    second: strokesOf(logo.letters[1] ?? logo.letters[0]),
  })
}

const scenes = () => Object.values(loadSampleData().drawings.scenes)

/** How many different scenes there are; they are numbered from 0. */
export const countSampleScenes = (): number => scenes().length

/** The number of a scene by its id. Throws a RangeError where there is no such scene. */
export function sampleSceneNumberOfId(id: string): number {
  const number = Object.keys(loadSampleData().drawings.scenes).indexOf(id)
  if (number < 0) throw new RangeError(`There is no scene ${id}`)
  return number
}

/** The drawing that a scene is a view of. */
export function drawingNameOfSampleScene(number: number): string | null {
  return scenes()[number]?.drawing ?? null
}

/** The caption of a scene, null where there is no such scene. */
export function sampleSceneCaption(number: number): string | null {
  return scenes()[number]?.caption ?? null
}

/**
 * One scene of the pool: an SVG so many pixels wide, three quarters as high, and a caption. The demo's are 960 wide: those of
 * 1600, the widest that a gallery has, take four times as long to encode.
 * Throws a RangeError for a number outside 0 to `countSampleScenes()` - 1.
 */
export function drawSampleScene(number: number, width = 960): { svg: string; caption: string } {
  const scene = scenes()[number]
  if (!scene) throw new RangeError(`There is no scene ${number}`)
  const drawn = draw(`scenes/${scene.drawing}`, loadSampleData().drawings.lights[scene.light])
  const body = scene.turned ? `<g transform="matrix(-1 0 0 1 400 0)">${drawn}</g>` : drawn
  return { svg: svg(width, width * 0.75, '0 0 400 300', body), caption: scene.caption }
}

const scenesByTrade = new Map<SampleTrade, number[]>()

/**
 * The numbers of the scenes that suit a trade, those drawn for it before those that suit any. Two views of the same drawing
 * are kept apart.
 */
export function listSampleSceneNumbersForTrade(trade: SampleTrade): number[] {
  let numbers = scenesByTrade.get(trade)
  if (!numbers) {
    const views = (drawing: string) => scenes().flatMap((scene, number) => (scene.drawing === drawing ? number : []))
    const inTurn = (all: number[][]) => [0, 1, 2].flatMap((turn) => all.flatMap((each) => each[turn] ?? []))
    const { anywhere } = loadSampleData().drawings
    numbers = [...new Set([...inTurn(trade.pictures.map(views)), ...inTurn(anywhere.map(views))])]
    scenesByTrade.set(trade, numbers)
  }
  return numbers
}

const bars = [14, 26, 38, 22, 46, 30, 18, 34, 50, 28, 16, 36, 24, 42, 20, 12]

/** The cover of a podcast as an SVG of 1280 pixels square: a scene, and below it a mark with bars as of a sound. */
export function drawSamplePodcastCover(scene: number, logo: SampleLogoDesign): string {
  const above = drawSampleScene(scene).svg.replace(
    /^<svg [^>]*>/,
    '<svg width="320" height="240" viewBox="0 0 400 300">',
  )
  const sound = bars.map((height, place) => {
    const fill = place === 8 ? '#c2321f' : '#fbf6ea'
    return `<rect x="${132 + place * 10.5}" y="${280 - height / 2}" width="5" height="${height}" fill="${fill}"/>`
  })
  const ground = '<rect width="320" height="320" fill="#14243f"/>'
  const mark = `<g transform="translate(24 212) scale(1.375)">${drawMark(logo)}</g>`
  return svg(1280, 1280, '0 0 320 320', `${ground}${above}${mark}${sound.join('')}`)
}

/**
 * A paper of the demo as an SVG: no form that anybody issues, plainly marked as a sample, with what a reviewer looks for.
 */
export function drawSampleDocument(
  kind: VerificationDocumentKind,
  { name, branch, relationship, serviceNumber }: Person,
): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const values = { name: escaped(name), branch: escaped(branch), relationship: escaped(relationship) }
  const drawn = (file: string, height: number, number: string) =>
    svg(
      1000,
      height,
      `0 0 1000 ${height}`,
      draw(file, { ...values, number, title: escaped(verificationDocumentKinds[kind]) }),
    )
  return kind === 'veteran-card'
    ? drawn('documents/veteran-card', 640, serviceNumber ? 'blacked out' : 'none')
    : drawn('documents/paper', 1300, escaped(serviceNumber ?? 'not given'))
}
