import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const text = z.string().min(1)

const need = z
  .strictObject({
    /** What is typed into 'What do you need?', its place among the words. */
    asked: text,
    /** How it was asked first, where that had words of the trades' `needs`. */
    first: text.optional(),
    /** The ids of the trades that are right. */
    trades: z.array(text).min(1),
    /** The place among the words, as it stands there. */
    near: text.optional(),
    /** The miles around it that the words say. */
    within: z.number().positive().optional(),
  })
  .refine(
    ({ asked, first = asked, near = '' }) => [asked, first].every((each) => each.toLowerCase().includes(near)),
    'does not name its place',
  )
  .refine(({ near, within }) => within === undefined || near !== undefined, 'is within miles of no place')

/** A question in which no name or synonym of the right trades stands. `isTuned`: the search may be tuned by it; others are held out. */
export type Need = z.output<typeof need> & { isTuned: boolean }

const files = ['needs-a.yaml', 'needs-b.yaml']

/** Reads needs-a.yaml and needs-b.yaml. @throws Error that says what is wrong with them, and where */
export function readNeeds(): Need[] {
  return files.flatMap((file) => {
    const result = z.array(need).safeParse(parse(readFileSync(new URL(file, import.meta.url), 'utf8')))
    if (!result.success) throw new Error(`tests/relevance/${file} is not right:\n${z.prettifyError(result.error)}`)
    return result.data.map((entry, index) => ({ ...entry, isTuned: index % 2 === 0 }))
  })
}
