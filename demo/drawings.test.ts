import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verificationDocumentKinds } from '#app/features/verification/rules.ts'
import {
  countSampleScenes,
  drawSampleDocument,
  drawSampleLogo,
  drawSamplePodcastCover,
  drawSampleScene,
  listSampleSceneNumbersForTrade,
  sampleSceneCaption,
  sampleSceneNumberOfId,
} from './drawings.ts'
import { loadSampleData } from './sample-data.ts'

const filesOf = (folder: string) => readdirSync(`demo/drawings/${folder}`).map((file) => file.replace(/\.svg$/, ''))
const { drawings, trades, businesses } = loadSampleData()

const scenes = Array.from({ length: countSampleScenes() }, (_, number) => drawSampleScene(number))
const marks = filesOf('marks').flatMap((mark, palette) =>
  [0, 1, 2, 3, 4].map((plate) => drawSampleLogo({ kind: 'mark', mark, palette, letters: 'KB', plate })),
)
const pictures = [
  ...filesOf('logos').map((drawing) => drawSampleLogo({ kind: 'own', drawing })),
  ...marks,
  ...scenes.map(({ svg }) => svg),
  ...loadSampleData().podcasts.map(({ cover: { scene, ...mark } }) =>
    drawSamplePodcastCover(sampleSceneNumberOfId(scene), { kind: 'mark', ...mark }),
  ),
]
const person = { name: 'Jo <Sample>', branch: 'British Army', relationship: 'Veteran', serviceNumber: 'SAMPLE-1' }
const documents = (Object.keys(verificationDocumentKinds) as (keyof typeof verificationDocumentKinds)[]).map((kind) =>
  drawSampleDocument(kind, person),
)

describe('the drawings', () => {
  test('are whole: every tag is closed, nothing is left to fill in, and no number is missing', () => {
    for (const svg of [...pictures, ...documents]) {
      const open: string[] = []
      for (const [, close, tag = '', self] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g)) {
        if (close) expect(open.pop()).toBe(tag)
        else if (!self) open.push(tag)
      }
      expect(open).toEqual([])
      expect(svg).not.toMatch(/NaN|undefined|null|{{|}}/)
    }
    for (const svg of pictures) {
      expect(svg.replace(/<(\/?)([a-zA-Z]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g, '')).toBe('')
    }
  })

  test('of galleries and logos hold no text, and none holds a script or anything from outside', () => {
    for (const svg of pictures) expect(svg).not.toMatch(/<text/)
    for (const svg of [...pictures, ...documents]) {
      expect(svg).not.toMatch(/<script|<image|<foreignObject|href|url\((?!#)|\son\w+=/i)
    }
  })

  test('are all used: those of galleries by a scene, the marks by a trade, the logos by a business', () => {
    const used = Object.values(trades)
    expect(new Set(Object.values(drawings.scenes).map(({ drawing }) => drawing))).toEqual(new Set(filesOf('scenes')))
    expect(new Set([...drawings.anywhere, ...used.flatMap((trade) => trade.pictures)])).toEqual(
      new Set(filesOf('scenes')),
    )
    expect(new Set([...drawings.marks, ...used.flatMap((trade) => trade.marks)])).toEqual(new Set(filesOf('marks')))
    expect(new Set(businesses.map(({ logo }) => logo))).toEqual(new Set(filesOf('logos')))
  })

  test('of galleries are all different, and suit every trade', () => {
    expect(new Set(scenes.map(({ svg }) => svg)).size).toBe(countSampleScenes())
    expect(new Set(scenes.map(({ caption }) => caption)).size).toBe(countSampleScenes())
    for (const [id, trade] of Object.entries(trades)) {
      const numbers = listSampleSceneNumbersForTrade(trade)
      expect(numbers.length, id).toBeGreaterThanOrEqual(6)
      expect(new Set(numbers).size, id).toBe(numbers.length)
    }
  })

  test('of galleries end where the pool ends', () => {
    expect(() => drawSampleScene(countSampleScenes())).toThrow(RangeError)
    expect(() => sampleSceneNumberOfId('nowhere')).toThrow(RangeError)
    expect(sampleSceneCaption(countSampleScenes())).toBeNull()
  })

  test('show the letters of a name in its mark', () => {
    const drawn = (letters: string) => drawSampleLogo({ kind: 'mark', mark: 'pair', palette: 0, letters, plate: 0 })
    expect(drawn('KB')).toContain(drawings.letters.K)
    expect(drawn('KB')).toContain(drawings.letters.B)
    expect(drawn('KB')).not.toBe(drawn('BK'))
  })

  test('of documents are marked as samples and escape what they are told', () => {
    for (const svg of documents) {
      expect(svg).toContain('>SAMPLE</text>')
      expect(svg).toContain('Jo &#60;Sample&#62;')
    }
  })
})
