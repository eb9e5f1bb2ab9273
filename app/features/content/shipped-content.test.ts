import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { compileYaml } from '#app/lib/compile-yaml.ts'
import { portraitCount, teamMemberSchema } from './person-schema.ts'
import { bioShown } from './rules.ts'
import { aboutPage, homePage, missionValuesPage, teamPage } from './service.server.ts'

const team = [...teamPage.leadership, ...teamPage.advisoryBoard, ...teamPage.ambassadors]
const people = [
  homePage.mission.founder,
  ...homePage.testimonials.voices.map(({ person }) => person),
  aboutPage.founder.person,
  ...team,
]

describe('the shipped content', () => {
  // spec: 13.5
  test('has two testimonials, and says how many small businesses are veteran-owned', () => {
    expect(homePage.testimonials.voices).toHaveLength(2)
    expect(homePage.mission.text).toContain('Roughly 340,000 small businesses in the UK are veteran-owned')
  })

  // spec: 14.1
  test('has four key objectives, a mission and a vision', () => {
    expect(aboutPage.objectives.list).toHaveLength(4)
    for (const { paragraphs } of [aboutPage.mission, missionValuesPage.mission, missionValuesPage.vision]) {
      expect(paragraphs.join('')).not.toBe('')
    }
  })

  // spec: 16.1
  test('has two people in Leadership, twelve on the Advisory Board and one ambassador', () => {
    const { leadership, advisoryBoard, ambassadors } = teamPage
    expect([leadership, advisoryBoard, ambassadors].map(({ length }) => length)).toEqual([2, 12, 1])
    // Some are short enough to be shown whole.
    const long = advisoryBoard.filter(({ bio }) => bio.length > bioShown)
    expect(long.length).toBeGreaterThan(6)
    expect(long.length).toBeLessThan(12)
  })

  test('names nobody real, and nobody twice on one page', () => {
    for (const { name, sample } of people) {
      expect(name).toMatch(/^[A-Z][a-z]+ (?:Sample|Example|Specimen)$/)
      expect(sample).toBe(true)
    }
    expect(new Set(team.map(({ name }) => name)).size).toBe(team.length)
  })

  test('shows pictures that are there', () => {
    const drawings = Array.from({ length: portraitCount }, (_, index) => `/art/portraits/${index + 1}.svg`)
    for (const picture of [...drawings, ...people.map(({ picture }) => picture)]) {
      expect(existsSync(`public${picture}`), picture).toBe(true)
    }
  })
})

describe('a person', () => {
  const read = (lines: string): z.infer<typeof teamMemberSchema> =>
    compileYaml('content/team.yaml', `name: Sam\nrole: Adviser\nbio: Words.\n${lines}`, teamMemberSchema)

  test('has a drawing or a photograph, and is real unless said otherwise', () => {
    expect(read('portrait: 3')).toMatchObject({ picture: '/art/portraits/3.svg', sample: false })
    expect(read('photo: sam-sample.webp\nsample: true')).toMatchObject({
      picture: '/photos/sam-sample.webp',
      sample: true,
    })
  })

  test.each([
    ['no picture', '', /needs either portrait or photo/],
    ['both', 'portrait: 1\nphoto: sam.webp', /needs either portrait or photo/],
    ['a drawing that is not there', 'portrait: 13', /portrait/],
    ['a photograph somewhere else', 'photo: ../sam.webp', /must be the name of a file in public\/photos/],
    ['a photograph of another site', 'photo: https://evil.example/sam.webp', /must be the name of a file/],
  ])('is refused with %s', (_, lines, message) => {
    expect(() => read(lines)).toThrow(message)
  })
})
