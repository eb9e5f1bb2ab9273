import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { parseAndValidateYaml } from '#app/lib/compile-yaml.ts'
import { portraitDrawingCount, teamMemberSchema } from './person-schema.ts'
import { bioPreviewLength } from './rules.ts'
import { aboutContent, homeContent, missionValuesContent, teamContent } from './service.server.ts'

const team = [...teamContent.leadership, ...teamContent.advisoryBoard, ...teamContent.ambassadors]
const people = [
  homeContent.mission.founder,
  ...homeContent.testimonials.voices.map(({ person }) => person),
  aboutContent.founder.person,
  ...team,
]

describe('the shipped content', () => {
  // spec: 13.5
  test('has two testimonials, and says how many small businesses are veteran-owned', () => {
    expect(homeContent.testimonials.voices).toHaveLength(2)
    expect(homeContent.mission.text).toContain('Roughly 340,000 small businesses in the UK are veteran-owned')
  })

  // spec: 14.1
  test('has four key objectives, a mission and a vision', () => {
    expect(aboutContent.objectives.list).toHaveLength(4)
    for (const { paragraphs } of [aboutContent.mission, missionValuesContent.mission, missionValuesContent.vision]) {
      expect(paragraphs.join('')).not.toBe('')
    }
  })

  // spec: 16.1
  test('has two people in Leadership, twelve on the Advisory Board and one ambassador', () => {
    const { leadership, advisoryBoard, ambassadors } = teamContent
    expect([leadership, advisoryBoard, ambassadors].map(({ length }) => length)).toEqual([2, 12, 1])
    // Some are short enough to be shown whole.
    const long = advisoryBoard.filter(({ bio }) => bio.length > bioPreviewLength)
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
    const drawings = Array.from({ length: portraitDrawingCount }, (_, index) => `/art/portraits/${index + 1}.svg`)
    for (const picture of [...drawings, ...people.map(({ picture }) => picture)]) {
      expect(existsSync(`public${picture}`), picture).toBe(true)
    }
  })
})

describe('a person', () => {
  const read = (lines: string): z.infer<typeof teamMemberSchema> =>
    parseAndValidateYaml('content/team.yaml', `name: Sam\nrole: Adviser\nbio: Words.\n${lines}`, teamMemberSchema)

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
