import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { processorTimeOf } from './processor-time.ts'

// A form may have 100 KB, and its fields are read whole before anybody says that they are too long.

/** What is typed, many times: what patterns of addresses, numbers, links and texts look for, and never find the end of. */
const parts = [
  'a',
  ' ',
  'a ',
  '.',
  'a.',
  '1 ',
  '-',
  'a@',
  '@',
  ',a',
  '(',
  ')',
  '/',
  'https://',
  '%41',
  'e\u0301',
  '\u200b',
  ' \n',
  '> ',
]
const length = 20_000
/** Such a text is read in less than one. With the square of its length it takes hundreds. */
const mostMs = 100

/** Every field of every form, by its name; and what a schema of no fields reads. */
async function listFields(): Promise<[string, z.core.$ZodType][]> {
  const modules = globSync('app/**/*form-schema.ts').map(async (file) => {
    const module: Record<string, unknown> = await import(/* @vite-ignore */ `${process.cwd()}/${file}`)
    return Object.entries(module).flatMap(([name, schema]): [string, z.core.$ZodType][] => {
      if (schema instanceof z.core.$ZodObject)
        return Object.entries(schema._zod.def.shape).map(([field, each]) => [`${file} ${name}.${field}`, each])
      return schema instanceof z.core.$ZodType ? [[`${file} ${name}`, schema]] : []
    })
  })
  return (await Promise.all(modules)).flat()
}

// spec: hold.2.4
test('no field of a form takes more than its length, whatever is typed', { timeout: 60_000 }, async () => {
  const fields = await listFields()
  expect(fields.length).toBeGreaterThan(100)
  const dear: string[] = []
  for (const [name, schema] of fields) {
    for (const part of parts) {
      const text = part.repeat(length / part.length)
      const isDear = async () => (await processorTimeOf(() => z.safeParse(schema, text))) > mostMs
      // The first time may be that of the machine.
      if ((await isDear()) && (await isDear())) dear.push(`${name}: ${part}`)
    }
  }
  expect(dear).toEqual([])
})
