import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DatabaseHandle, queryRows } from '#app/platform/.server/database/database.ts'
import { openTestDatabase } from '#tests/database.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { readCases } from '#tests/world/read-cases.ts'
import { importBusinesses } from './service.server.ts'

let database: DatabaseHandle
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'muster-world-'))
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => emptyTables(database.db, 'users', 'businesses'))

const world = (file: string) => new URL(`../../../tests/world/words/${file}`, import.meta.url).pathname

/** What was imported, by name; or what is wrong. */
async function imported(file: string): Promise<Record<string, unknown>[] | string[]> {
  const result = await importBusinesses(database.db, file)
  if (!result.imported) return result.problems.map(({ line, reason }) => `${line}: ${reason}`)
  return queryRows<Record<string, unknown>>(database.db, sql`SELECT * FROM businesses ORDER BY name`)
}

async function importText(text: string, encoding: BufferEncoding = 'utf8') {
  const file = join(folder, 'world.csv')
  await writeFile(file, Buffer.from(text, encoding))
  return imported(file)
}

interface Spreadsheet {
  is: string
  text: string
  encoding?: BufferEncoding
}

// spec: world.14.1
test.each(JSON.parse(readFileSync(world('spreadsheets.json'), 'utf8')) as Spreadsheet[])(
  'a file with $is',
  async ({ text, encoding }) => {
    const rows = await importText(text, encoding)
    expect(rows).toMatchObject([{ name: 'Oak', city: 'Leeds', postcode: 'LS1 4DY' }])
    if (text.includes('Caf')) expect(rows).toMatchObject([{ tagline: expect.stringMatching(/^Café( £9)?$/) }])
    if (text.includes('0113')) expect(rows).toMatchObject([{ business_phone_number: '0113 496 0123' }])
  },
)

// spec: world.14.1
test('a file in UTF-16 that begins with the other byte', async () => {
  const file = join(folder, 'world.csv')
  await writeFile(file, Buffer.from('\ufeffname\tcity\nOak\tLeeds\n', 'utf16le').swap16())
  expect(await imported(file)).toMatchObject([{ name: 'Oak', city: 'Leeds' }])
})

// spec: world.14.1
test.each([
  ['01-trailing-columns.csv', ['Elm Cafe', 'Oak Joinery']],
  ['02-semicolons.csv', ['Oak Joinery']],
  ['04-sep-line.csv', ['Oak Joinery']],
  ['09-owner-obrien.csv', ['Good Co', "O'Brien Roofing"]],
])('%s', async (file, names) => {
  expect(await imported(world(file))).toMatchObject(names.map((name) => ({ name })))
})

// spec: world.14.2
test('telephones, emails and company numbers are read as the form reads them, and what is wrong is told by cell', async () => {
  expect(await imported(world('07-excel-phones.csv'))).toEqual([
    "2: business_phone_number: '7.7009E+11' is a number that a spreadsheet shortened; make the column text, and type it again",
    "4: business_phone_number: 'see website' has no telephone number in it that can be dialled",
  ])
  const header = 'name,phone,company_number,email,website'
  expect(
    await importText(
      [
        header,
        'A,1904555123,345678,R&D@Oak.example,"https://oak.example,"',
        'B,1904555123.0,1234567.0,info@bücher.example,(oak.example)',
        "C,'01482 555123 ext 204,SC12345,jo\u200b@oak.example,",
      ].join('\n'),
    ),
  ).toMatchObject([
    {
      business_phone_number: '01904 555123',
      company_number: '00345678',
      email: 'R&D@oak.example',
      website_url: 'https://oak.example/',
    },
    {
      business_phone_number: '01904 555123',
      company_number: '01234567',
      email: 'info@xn--bcher-kva.example',
      website_url: 'https://oak.example/',
    },
    { business_phone_number: '01482 555123 ext 204', company_number: 'SC012345', email: 'jo@oak.example' },
  ])
  expect(await importText([header, 'A,0113 496 0123 ext 204 (9-5),1.2E+07,a@1.2.3.4,'].join('\n'))).toEqual([
    "2: email: 'a@1.2.3.4' is not an email address",
    "2: company_number: '1.2E+07' is a number that a spreadsheet shortened; make the column text, and type it again",
  ])
  const owner = 'name,owner_email,owner_first_name,owner_last_name'
  expect(
    await importText(
      [owner, 'A,r&d@oak.example,Jo,Oak', 'B,jo@oak.example,Jo,Oak', 'C,JO@oak.example\u200b,J,O'].join('\n'),
    ),
  ).toEqual([
    "2: owner_email: 'r&d@oak.example' is refused: An email address to log in with cannot contain &. Use another",
    '4: owner_email: line 3 has the same owner, and a member has one business',
  ])
})

// spec: world.14.3
test('every list of telephones and addresses reads the same in a spreadsheet', async () => {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const phones = readCases('phones.txt')
  const emails = readCases('emails.txt')
  const lines = [
    ...phones.map(({ typed }, index) => `P${index},${quote(typed)},`),
    ...emails.map(({ typed }, index) => `E${index},,${quote(typed)}`),
  ]
  const bad = (await importText(['name,phone,email', ...lines].join('\n'))).map((problem) =>
    Number.parseInt(String(problem), 10),
  )
  const refused = [
    ...phones.map(({ right }) => right[0] === 'none'),
    ...emails.map(({ right }) => right[1] === 'refused'),
  ]
  expect(bad).toEqual(refused.flatMap((isRefused, index) => (isRefused ? [index + 2] : [])))
})

// spec: world.14.4
test('postcodes are kept in one spelling, and what cannot be one is told by cell', async () => {
  const lines = readFileSync(world('14-postcodes.csv'), 'utf8').trimEnd().split('\r\n')
  const cells = readCases('14-postcodes.right.txt').map(({ typed, right: [kept = '', why = ''] }, index) => {
    expect(lines[index + 1]?.split(',')[2]?.trim()).toBe(typed)
    return { line: index + 2, typed, kept, why }
  })
  expect(cells).toHaveLength(lines.length - 1)
  const [refused, good] = [
    cells.filter(({ kept }) => kept === 'refused'),
    cells.filter(({ kept }) => kept !== 'refused'),
  ]
  expect(await imported(world('14-postcodes.csv'))).toEqual(
    refused.map(({ line, typed, why }) => `${line}: postcode: '${typed}' ${why}`),
  )
  const rest = [lines[0], ...good.map(({ line }) => lines[line - 1])]
  const rows = (await importText(rest.join('\r\n'))) as { name: string; postcode: string }[]
  const kept = new Map(rows.map(({ name, postcode }) => [name, postcode]))
  for (const { line, kept: right } of good) expect(kept.get(`B${line - 2}`)).toBe(right)
})

test('a file that is partly UTF-8 is refused where it is not, and no single byte harms', async () => {
  const mixed = Buffer.concat([Buffer.from('name,city\nCafé,Leeds\nCaf'), Buffer.from([0xe9]), Buffer.from(',York\n')])
  await writeFile(join(folder, 'mixed.csv'), mixed)
  expect(await imported(join(folder, 'mixed.csv'))).toEqual([expect.stringMatching(/^3: name: .+ not UTF-8/)])
  expect(await importText('q')).toEqual([
    expect.stringMatching(/^1: the header has unknown columns/),
    '1: the header has no column name',
  ])
})
