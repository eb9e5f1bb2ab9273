import { writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseHandle, queryRows } from '#app/platform/.server/database/database.ts'
import { openTestDatabase } from '#tests/database.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { type BusinessImportOptions, type BusinessImportResult, importBusinesses } from './service.server.ts'

let database: DatabaseHandle
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'muster-import-'))
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => emptyTables(database.db, 'users', 'businesses'))

async function importText(content: string | Buffer, options?: BusinessImportOptions): Promise<BusinessImportResult> {
  const file = join(folder, 'businesses.csv')
  await writeFile(file, content)
  return importBusinesses(database.db, file, options)
}

/** Imports rows under a header and expects that to go well. */
async function importRows(...lines: string[]) {
  const result = await importText(lines.join('\n'))
  if (!result.imported) throw new Error(result.problems.map(({ line, reason }) => `${line}: ${reason}`).join('\n'))
  return result.summary
}

/** Every problem as `line: reason`. */
async function problemsOf(...lines: string[]): Promise<string[]> {
  return complaints(await importText(lines.join('\n')))
}

function complaints(result: BusinessImportResult): string[] {
  return result.imported ? [] : result.problems.map(({ line, reason }) => `${line}: ${reason}`)
}

function select<Row = Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return queryRows<Row>(database.db, query)
}

const businesses = () => select(sql`SELECT * FROM businesses ORDER BY business_slug`)
const slugs = async () => (await businesses()).map((row) => row.business_slug)
const listed = async () =>
  (await select<{ slug: string }>(sql`SELECT business_slug AS slug FROM public_businesses_view ORDER BY 1`)).map(
    ({ slug }) => slug,
  )

/** Everything an import may touch, with the moments it was touched. */
async function everything() {
  const tables = [
    'users',
    'profiles',
    'verifications',
    'businesses',
    'business_trades',
    'directory_listings',
    'accounts',
  ]
  return Promise.all(
    tables.map((table) =>
      select(sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t ORDER BY to_jsonb(t)::text`),
    ),
  )
}

const ownerHeader = 'name,city,owner_email,owner_first_name,owner_last_name,service_branch,relationship_type,verified'
const owned = 'Dale Joinery,Kendal,Jo@Dale.example,Jo,Dale,Royal Navy,Veteran,yes'

describe('a file', () => {
  const header = 'name,city,description'

  test.each([
    ['without a byte order mark', '', '\n'],
    ['with a byte order mark', '\uFEFF', '\n'],
    ['with CRLF', '', '\r\n'],
    ['with a byte order mark and CRLF', '\uFEFF', '\r\n'],
    ['with CR alone', '', '\r'],
  ])('%s', async (_, mark, end) => {
    const result = await importText(mark + [header, 'Caffi Môn,Bangor,Te a choffi', 'B,Leeds,', ''].join(end))
    expect(result).toMatchObject({ imported: true, summary: { read: 2, added: 2 } })
    expect(await businesses()).toMatchObject([
      { name: 'B', description: null },
      { name: 'Caffi Môn', business_slug: 'caffi-mon-bangor', description: 'Te a choffi' },
    ])
  })

  test('whose first row ends otherwise than the rest', async () => {
    expect(complaints(await importText('name,city\nA,Leeds\r\nB,Leeds\n,York\r\n'))).toEqual(['4: name: is missing'])
  })

  test('with quoted commas, quotes and line breaks, and the right line numbers after them', async () => {
    const lines = [
      'name,city,description',
      '"Boots, Belts & ""Bags""",Leeds,"One\r\n\r\nTwo\nThree"',
      '',
      ',,',
      ',York,"a\r\nb"',
      'Last,,',
      ',Hull,',
    ]
    expect(complaints(await importText(lines.join('\r\n')))).toEqual(['8: name: is missing', '11: name: is missing'])
    await importRows(...lines.slice(0, 2))
    expect(await businesses()).toMatchObject([
      { name: 'Boots, Belts & "Bags"', description: 'One\n\nTwo\nThree', business_slug: 'boots-belts-and-bags-leeds' },
    ])
  })

  test('that is not UTF-8 is refused, row by row', async () => {
    const latin = Buffer.concat([Buffer.from('name,city\nCaf\xe9,Leeds\n', 'latin1'), Buffer.from('Môn,York\n')])
    expect(complaints(await importText(latin))).toEqual([
      "2: name: 'Caf\uFFFD' has characters that are not UTF-8; save the file as 'CSV UTF-8'",
    ])
  })

  test('with a quotation mark that is never closed says where it began', async () => {
    expect(await problemsOf('name,city', '"A\nB",Leeds', ',York', 'C,"Hull', 'D,Bath')).toEqual([
      '4: name: is missing',
      '5: a quotation mark opens a cell in this row and is never closed; nothing after it could be read',
    ])
    const [first] = await problemsOf('name', `"${'x\n'.repeat(600_000)}`)
    expect(first).toMatch(/^2: this row is longer than 1,000,000 bytes/)
  })

  test('that is not there, is empty, or is no file', async () => {
    await expect(importBusinesses(database.db, join(folder, 'none.csv'))).rejects.toThrow(
      /^There is no file .*none\.csv\.$/,
    )
    await expect(importBusinesses(database.db, folder)).rejects.toThrow(/ is not a file\.$/)
    await expect(importText('')).rejects.toThrow(/ is empty\.$/)
    await expect(importText('\uFEFF\r\n\r\n')).rejects.toThrow(/ is empty\.$/)
  })

  test('with a header alone changes nothing', async () => {
    expect(await importRows('name')).toMatchObject({ read: 0, added: 0 })
  })

  test('that changes while it is read is refused', async () => {
    const file = join(folder, 'changing.csv')
    const rows = Array.from({ length: 1_500 }, (_, index) => `Works ${index}`)
    await writeFile(file, ['name', ...rows].join('\n'))
    const report = () => writeFileSync(file, 'name\nA')
    await expect(importBusinesses(database.db, file, { report })).rejects.toThrow(/was changed while it was being read/)
    expect(await businesses()).toEqual([])
  })
})

describe('a header', () => {
  // spec: 87.2
  test('may be in capitals and may say business_name', async () => {
    await importRows(' Business_Name ,CITY', 'A,Leeds')
    expect(await slugs()).toEqual(['a-leeds'])
  })

  test.each([
    [
      'name,colour,profile_id',
      /^1: the header has unknown columns: 'colour', 'profile_id'\. Those that can be imported: name, business_slug, /,
    ],
    ['name,city,City', '1: column city stands in the header more than once'],
    ['name,business_name', '1: column name stands in the header more than once'],
    ['city', '1: the header has no column name'],
    ['name,,city', '1: column 2 of the header has no name'],
    ['name,industry,industry_id', '1: the header has both industry and industry_id; keep one of them'],
    ['name,owner_email', '1: the header has owner_email without owner_first_name and owner_last_name'],
  ])('%s', async (header, expected) => {
    const found = await problemsOf(header, 'A')
    expect(found).toHaveLength(1)
    if (typeof expected === 'string') expect(found).toEqual([expected])
    else expect(found[0]).toMatch(expected)
  })
})

describe('a bad row', () => {
  test.each([
    ['tagline', 'x'.repeat(201), 'tagline: is 201 characters long; at most 200 are kept'],
    ['description', 'x'.repeat(5_001), 'description: is 5,001 characters long; at most 5,000 are kept'],
    ['products_services', 'x'.repeat(5_001), 'products_services: is 5,001 characters long; at most 5,000 are kept'],
    ['street_address', 'x'.repeat(301), 'street_address: is 301 characters long; at most 300 are kept'],
    ['company_number', '1'.repeat(21), 'company_number: is 21 characters long; at most 20 are kept'],
    [
      'website_url',
      `https://x.example/${'x'.repeat(2_000)}`,
      'website_url: is 2,018 characters long; at most 2,000 are kept',
    ],
    [
      'website_url',
      'javascript:alert(1)',
      "website_url: 'javascript:alert(1)' is not a web address that begins with http:// or https://",
    ],
    [
      'facebook_url',
      'data:text/html,x',
      "facebook_url: 'data:text/html,x' is not a web address that begins with http:// or https://",
    ],
    ['instagram_url', '@dale', "instagram_url: '@dale' is not a web address that begins with http:// or https://"],
    [
      'promo_video_url',
      'ftp://x.example/v',
      "promo_video_url: 'ftp://x.example/v' is not a web address that begins with http:// or https://",
    ],
    [
      'website_url',
      'https://me:secret@x.example',
      "website_url: 'https://me:secret@x.example' is not a web address that begins with http:// or https://",
    ],
    ['email', 'nobody', "email: 'nobody' is not an email address"],
    [
      'business_type',
      'Empire',
      "business_type: 'Empire' is not one of: Sole trader, Partnership, Limited company, Limited liability partnership, Community interest company, Charity",
    ],
    ['industry_id', '99', /^industry_id: '99' is not one of: 1 \(Accountancy & Finance\), 2 /],
    ['industry', 'Alchemy', /^industry: 'Alchemy' is not one of: Accountancy & Finance, .*, Sport & Outdoors$/],
    ['trades', 'Plumber; Alchemist', "trades: 'Alchemist' is not a trade; their names are in content/trades.yaml"],
    ['trades', 'plumer', "trades: 'plumer' is not a trade; did you mean 'Plumber'?"],
    ['trades', 'lawyer', "trades: 'lawyer' is not a trade; did you mean 'Solicitor'?"],
    ['trades', 'x'.repeat(10_000), /^trades: 'x{59}…' is not a trade; their names are in content\/trades\.yaml$/],
    ['trades', 'plumber;tiler,joiner;roofer', 'trades: has 4 trades; at most 3 are kept'],
    ['service_radius', '501', "service_radius: '501' is not a whole number of miles from 1 to 500"],
    ['service_radius', '0', "service_radius: '0' is not a whole number of miles from 1 to 500"],
    ['service_radius', '2.5', "service_radius: '2.5' is not a whole number of miles from 1 to 500"],
    ['serves_uk', 'England', "serves_uk: 'England' is not one of: true, false, yes, no, 1, 0"],
    ['is_active', 'maybe', "is_active: 'maybe' is not one of: true, false, yes, no, 1, 0"],
    [
      'created_at',
      '31/02/2024',
      "created_at: '31/02/2024' is not a date such as 2024-03-31, 2024-03-31T09:30:00Z or 31/03/2024",
    ],
    ['created_at', '2099-01-01', "created_at: '2099-01-01' lies in the future"],
    [
      'business_slug',
      'a/../b',
      "business_slug: 'a/../b' may hold only the letters a to z, digits and single hyphens between them",
    ],
    ['city', 'Le\0eds', "city: 'Le\uFFFDeds' has a control character in it (U+0000)"],
  ])('%s', async (column, cell, expected) => {
    const [found, ...rest] = await problemsOf(`name,${column}`, 'Good,', `Bad,"${cell}"`)
    expect(rest).toEqual([])
    expect(found?.slice(0, 3)).toBe('3: ')
    if (typeof expected === 'string') expect(found?.slice(3)).toBe(expected)
    else expect(found?.slice(3)).toMatch(expected)
    expect(await businesses()).toEqual([])
  })

  test('without a name, or with too long a one', async () => {
    expect(await problemsOf('name,city', ',Leeds', `${'x'.repeat(201)},Leeds`)).toEqual([
      '2: name: is missing',
      '3: name: is 201 characters long; at most 200 are kept',
    ])
  })

  test('with more or fewer cells than the header', async () => {
    expect(await problemsOf('name,city', 'A', 'B,Leeds,West Yorkshire')).toEqual([
      '2: the row has 1 cells where the header has 2',
      '3: the row has 3 cells where the header has 2',
    ])
  })

  test('with an owner of whom something is missing or wrong', async () => {
    expect(
      await problemsOf(
        ownerHeader,
        'A,Leeds,a@x.example,,,,,',
        'B,Leeds,b.x.example,B,B,,,',
        'C,Leeds,,,,,,yes',
        'D,Leeds,d@x.example,D,D,Space Force,Veteran,',
        'E,Leeds,e@x.example,E,E,,Friend,perhaps',
        `F,Leeds,f@x.example,${'F'.repeat(101)},F,,,`,
      ),
    ).toEqual([
      '2: owner_first_name: is missing beside owner_email',
      '2: owner_last_name: is missing beside owner_email',
      "3: owner_email: 'b.x.example' is refused: Invalid email address",
      '4: owner_email: is missing, so nobody can be verified',
      "5: service_branch: 'Space Force' is not one of: Royal Navy, Royal Marines, British Army, Royal Air Force, Royal Fleet Auxiliary, Merchant Navy",
      "6: relationship_type: 'Friend' is not one of: Veteran, Serving member, Reservist, Spouse or partner, Family member, Supporter",
      "6: verified: 'perhaps' is not one of: true, false, yes, no, 1, 0",
      '7: owner_first_name: is 101 characters long; at most 100 are kept',
    ])
  })

  test('tells everything at once, duplicates of rows that are bad already included', async () => {
    expect(await problemsOf('name,city,website_url,is_active', 'A,Leeds,nonsense,perhaps', 'a,LEEDS,,')).toEqual([
      "2: website_url: 'nonsense' is not a web address that begins with http:// or https://",
      "2: is_active: 'perhaps' is not one of: true, false, yes, no, 1, 0",
      '3: name: line 2 is the same business (name and town); give one of them a business_slug of its own',
    ])
  })

  test('anywhere means that nothing is changed', async () => {
    await importRows('name,city,tagline', 'A,Leeds,Old')
    const before = await everything()
    const good = Array.from({ length: 2_100 }, (_, index) => `Works ${index},Hull,`)
    expect(await problemsOf('name,city,tagline', 'A,Leeds,New', ...good, ',York,')).toEqual(['2103: name: is missing'])
    expect(await everything()).toEqual(before)
  })

  test('found only beside the database means that nothing is changed either', async () => {
    await importRows(ownerHeader, owned)
    const before = await everything()
    const good = Array.from({ length: 1_200 }, (_, index) => `Works ${index},Hull,,,,,,`)
    expect(await problemsOf(ownerHeader, ...good, 'Other,York,jo@dale.example,Jo,Dale,,,')).toHaveLength(1)
    expect(await everything()).toEqual(before)
  })
})

describe('a business', () => {
  const full = [
    'name,business_slug,tagline,description,products_services,industry,business_type,email,business_phone_number,website_url,street_address,city,county,postcode,facebook_url,company_number,promo_video_url,is_active,created_at',
    'Dale Joinery,dale-joinery,Made well,"Long\nago",Doors,food & DRINK,limited company,Hello@Dale.example,01539 496012,www.dale.example,"1 High Street,\nStricklandgate",Kendal,Cumbria,LA9 4XX,http://facebook.com/dale,01234567,https://vimeo.com/12345678,no,31/03/2020',
  ]

  // spec: 87.1
  test('is kept with every column', async () => {
    await importRows(...full)
    expect(await businesses()).toMatchObject([
      {
        name: 'Dale Joinery',
        business_slug: 'dale-joinery',
        tagline: 'Made well',
        description: 'Long\nago',
        products_services: 'Doors',
        industry_id: 15,
        business_type_id: 3,
        email: 'Hello@dale.example',
        business_phone_number: '01539 496012',
        website_url: 'https://www.dale.example/',
        street_address: '1 High Street, Stricklandgate',
        county: 'Cumbria',
        postcode: 'LA9 4XX',
        facebook_url: 'http://facebook.com/dale',
        instagram_url: null,
        company_number: '01234567',
        promo_video_url: 'https://vimeo.com/12345678',
        profile_id: null,
        is_active: false,
        updated_at: null,
      },
    ])
    const [row] = await select(sql`SELECT created_at = '2020-03-31T00:00Z' AS same FROM businesses`)
    expect(row).toEqual({ same: true })
  })

  test('is not touched by the same file again', async () => {
    const lines = [`${full[0]},owner_email,owner_first_name,owner_last_name,service_branch,relationship_type,verified`]
    lines.push(`${full[1]},jo@dale.example,Jo,Dale,Royal Navy,Veteran,yes`)
    lines.push(`Dale Joinery,${','.repeat(17)},jo2@dale.example,Jo,Dale,,,`)
    lines.push(`Dale Joinery,${','.repeat(17)},jo3@dale.example,Jo,Dale,,Reservist,no`)
    expect(await importRows(...lines)).toMatchObject({ read: 3, added: 3, updated: 0, unchanged: 0 })
    const before = await everything()
    expect(await importRows(...lines)).toMatchObject({ read: 3, added: 0, updated: 0, unchanged: 3 })
    expect(await everything()).toEqual(before)
  })

  test('is updated where something differs, and only there', async () => {
    await importRows('name,city,tagline,county', 'A,Leeds,Old,Yorkshire', 'B,Leeds,Same,Yorkshire')
    expect(await importRows('name,city,tagline', 'A,Leeds,New', 'B,Leeds,Same')).toMatchObject({
      updated: 1,
      unchanged: 1,
    })
    expect(await businesses()).toMatchObject([
      { tagline: 'New', county: 'Yorkshire', updated_at: expect.anything() },
      { tagline: 'Same', county: 'Yorkshire', updated_at: null },
    ])
    await importRows('name,city,tagline,is_active', 'A,Leeds,,no')
    await importRows('name,city,is_active', 'A,Leeds,')
    expect((await businesses())[0]).toMatchObject({ tagline: null, county: 'Yorkshire', is_active: false })
  })

  test('is known by its slug, whatever it is called now', async () => {
    await importRows('name,city', 'A,Leeds')
    await database.db.execute(sql`UPDATE businesses SET name = 'Renamed'`)
    expect(await importRows('name,city', 'A,Leeds')).toMatchObject({ updated: 1 })
    expect(await importRows('name,business_slug', 'Other,A-Leeds')).toMatchObject({ updated: 1 })
    expect(await businesses()).toMatchObject([{ name: 'Other', business_slug: 'a-leeds', city: 'Leeds' }])
  })

  test('that was renamed since is not made again under the address it had', async () => {
    await importRows('name,city', 'Fern,Kendal')
    await database.db.execute(sql`
      WITH renamed AS (UPDATE businesses SET name = 'Moss', business_slug = 'moss-kendal' RETURNING id)
      INSERT INTO business_slugs (slug, business_id) SELECT 'fern-kendal', id FROM renamed`)
    expect(await problemsOf('name,city', 'Fern,Kendal')).toEqual([
      "2: business_slug: 'fern-kendal' was the address of the business 'moss-kendal' and leads there for ever; give this row that slug, or one of its own",
    ])
    await importRows('name,city,business_slug', 'Moss,Kendal,moss-kendal', 'Fern,Kendal,fern-2')
    expect(await slugs()).toEqual(['fern-2', 'moss-kendal'])
  })

  test('has no address that means something else', async () => {
    expect(await problemsOf('name,business_slug', 'Fern,Admin')).toEqual([
      "2: business_slug: 'Admin' is an address we need ourselves",
    ])
  })

  test('stands in a file once', async () => {
    expect(await problemsOf('name,city,business_slug', 'A,Leeds,', 'B,Leeds,b', "'A',leeds,", 'C,Leeds,B')).toEqual([
      '4: name: line 2 is the same business (name and town); give one of them a business_slug of its own',
      "5: business_slug: line 3 has 'b' too",
    ])
  })

  test('has a number behind its slug where another name or owner makes the same one', async () => {
    const lines = [
      'name,city,owner_email,owner_first_name,owner_last_name',
      '喫茶店,,,,',
      'パン屋,,,,',
      'A,Leeds,one@x.example,One,X',
      'A,Leeds,two@x.example,Two,X',
    ]
    await importRows(...lines)
    expect(await slugs()).toEqual(['a-leeds', 'a-leeds-2', 'business', 'business-2'])
    expect(await importRows(...lines)).toMatchObject({ unchanged: 4 })
    expect(await problemsOf('name', 'パン屋')).toEqual([
      "2: business_slug: 'business' belongs to '喫茶店'; give this row a business_slug of its own",
    ])
  })

  test('keeps hostile text as text', async () => {
    await importRows('name,description', '"=cmd()|\' /C calc\'!A0","<script>alert(1)</script>"')
    expect(await businesses()).toMatchObject([
      { name: "=cmd()|' /C calc'!A0", description: '<script>alert(1)</script>' },
    ])
  })
})

describe('trades and service area', () => {
  const trades = async () =>
    select(
      sql`SELECT b.business_slug AS slug, t.trade_id AS trade FROM business_trades t JOIN businesses b ON b.id = t.business_id
          ORDER BY 1, t.order_index`,
    )
  const found = (phrase: string) =>
    select(
      sql`SELECT FROM directory_listings WHERE service_words @@ plainto_tsquery('directory_search', ${phrase})`,
    ).then((rows) => rows.length)

  test('are kept: trades by name, plural or id, the main one first, none twice', async () => {
    const header = `${ownerHeader},trades,service_radius,serves_uk,shows_street_address`
    await importRows(
      header,
      `${owned},joiner; KITCHEN fitter ;Joiners and carpenters;,20,no,yes`,
      `A,Leeds,,,,,,,"Plumbers, heating-engineer",,yes,`,
      `B,Leeds,,,,,,,,,,no`,
    )
    expect(await trades()).toEqual([
      { slug: 'a-leeds', trade: 'plumber' },
      { slug: 'a-leeds', trade: 'heating-engineer' },
      { slug: 'dale-joinery-kendal', trade: 'joiner' },
      { slug: 'dale-joinery-kendal', trade: 'kitchen-fitter' },
    ])
    expect(await businesses()).toMatchObject([
      { service_radius: null, serves_uk: true, shows_street_address: null },
      { service_radius: null, serves_uk: false, shows_street_address: false },
      { service_radius: 20, serves_uk: false, shows_street_address: true },
    ])
    expect(await found('kitchen fitter')).toBe(1)
  })

  test('are changed where they differ, cleared by an empty cell, and left alone without their column', async () => {
    const header = `${ownerHeader},trades,service_radius,serves_uk`
    const file = [header, `${owned},joiner;tiler,20,yes`, 'A,Leeds,,,,,,,plumber,,']
    await importRows(...file)
    const before = await everything()
    expect(await importRows(...file)).toMatchObject({ unchanged: 2 })
    expect(await importRows('name,city', 'A,Leeds', 'Dale Joinery,Kendal')).toMatchObject({ unchanged: 2 })
    expect(await everything()).toEqual(before)
    expect(await importRows(header, `${owned},tiler;joiner,,`, 'A,Leeds,,,,,,,,,')).toMatchObject({ updated: 2 })
    expect(await trades()).toEqual([
      { slug: 'dale-joinery-kendal', trade: 'tiler' },
      { slug: 'dale-joinery-kendal', trade: 'joiner' },
    ])
    expect(await businesses()).toMatchObject([
      { updated_at: expect.anything() },
      { service_radius: null, serves_uk: false, updated_at: expect.anything() },
    ])
  })

  test('have no trade that was removed', async () => {
    await database.db.execute(sql`UPDATE trades SET removed_at = now() WHERE id = 'barrister'`)
    expect(await problemsOf('name,trades', 'A,barrister')).toEqual([
      "2: trades: 'barrister' is not a trade; their names are in content/trades.yaml",
    ])
  })
})

describe('an owner', () => {
  // spec: 108.2
  test('becomes a member without a password, listed because verified', async () => {
    const summary = await importRows(
      ownerHeader,
      owned,
      'B,Hull,b@x.example,B,B,British Army,Veteran,',
      'C,Hull,,Someone,,,,',
    )
    expect(summary).toEqual({ read: 3, added: 3, updated: 0, unchanged: 0, listed: 1, ownersWithoutEmail: 1 })
    expect(await listed()).toEqual(['dale-joinery-kendal'])
    expect(
      await select(sql`
        SELECT u.name, u.email, u.email_verified, p.first_name, p.last_name, p.personal_email, s.name AS status,
          r.name AS relationship, b.business_slug, b.profile_id = u.id AS owns, br.name AS branch, v.consent,
          EXISTS (SELECT FROM accounts) AS has_account
        FROM users u JOIN profiles p ON p.id = u.id JOIN businesses b ON b.id = p.business_id
        JOIN verifications v ON v.profile_id = p.id JOIN armed_forces_branches br ON br.id = v.service_branch_id
        LEFT JOIN verification_statuses s ON s.id = p.verification_status_id
        LEFT JOIN military_relationship_types r ON r.id = p.military_relationship_type_id
        ORDER BY u.email DESC`),
    ).toMatchObject([
      {
        name: 'Jo Dale',
        email: 'jo@dale.example',
        email_verified: false,
        first_name: 'Jo',
        last_name: 'Dale',
        personal_email: 'jo@dale.example',
        status: 'Verified',
        relationship: 'Veteran',
        business_slug: 'dale-joinery-kendal',
        owns: true,
        branch: 'Royal Navy',
        consent: false,
        has_account: false,
      },
      { email: 'b@x.example', status: null, branch: 'British Army' },
    ])
    const [view] = await select(sql`SELECT service_branch, relationship_type FROM public_businesses_view`)
    expect(view).toEqual({ service_branch: 'Royal Navy', relationship_type: 'Veteran' })
  })

  test('counts as checked from when a file first says verified, until one says no', async () => {
    const checked = () => select(sql`SELECT verified_at FROM verifications ORDER BY id`)
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,Royal Navy,Veteran,')
    expect(await checked()).toEqual([{ verified_at: null }])
    await importRows(ownerHeader, owned)
    const [first] = await checked()
    expect(first?.verified_at).not.toBeNull()
    await importRows(ownerHeader, owned)
    expect(await checked()).toEqual([first])
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,,,no')
    expect(await checked()).toEqual([{ verified_at: null }])
  })

  // spec: hold.1.33
  test('was checked before they came to Muster, while a file says so and until that ends', async () => {
    const records = () =>
      select(
        sql`SELECT basis, confirmed_at IS NOT NULL AS counts, ended_at IS NULL AS open FROM verification_records ORDER BY recorded_at`,
      )
    const [current, past] = [true, false].map((open) => ({ basis: 'import', counts: true, open }))
    const said = async () => (await select(sql`SELECT record ->> 'basis' AS basis FROM business_pages_view`))[0]?.basis
    const no = 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,,,no'
    await importRows(ownerHeader, no)
    expect(await records()).toEqual([])
    for (const _ of [1, 2]) {
      await importRows(ownerHeader, owned)
      expect(await records()).toEqual([current])
    }
    expect(await said()).toBe('import')
    await importRows(ownerHeader, no)
    expect(await records()).toEqual([past])
    expect(await said()).toBeNull()
    await importRows(ownerHeader, owned)
    expect(await records()).toEqual([past, current])
    // One that has ended by its date: what the file says is new.
    await database.db.execute(sql`UPDATE profiles SET verification_ends_at = now() - interval '1 day'`)
    await importRows(ownerHeader, owned)
    expect(await records()).toEqual([past, past, current])
  })

  test('keeps what a reviewer saw, as long as that lasts', async () => {
    await importRows(ownerHeader, owned)
    await database.db.execute(sql`UPDATE verification_records SET basis = 'in-person'`)
    await importRows(ownerHeader, owned)
    expect(await select(sql`SELECT basis, ended_at FROM verification_records`)).toEqual([
      { basis: 'in-person', ended_at: null },
    ])
  })

  test('whom nobody has claimed is brought up to date, and no longer verified when the file says so', async () => {
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,J,Dale,,,')
    expect(await listed()).toEqual([])
    expect(await importRows(ownerHeader, owned)).toMatchObject({ updated: 1, listed: 1 })
    expect(await select(sql`SELECT name FROM users`)).toEqual([{ name: 'Jo Dale' }])
    expect(await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,,,')).toMatchObject({
      unchanged: 1,
      listed: 1,
    })
    expect(await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,,,no')).toMatchObject({
      updated: 1,
      listed: 0,
    })
  })

  // spec: hold.7.14
  test('whom a file gives another name is a changed name, unless the file says that they are verified by it', async () => {
    const kept = () => select(sql`SELECT name FROM name_changes`)
    await importRows(ownerHeader, owned)
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Max,Other,,,')
    expect(await kept()).toEqual([{ name: 'Jo Dale' }])
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Ann,Third,,,yes')
    expect(await kept()).toEqual([])
    // Nor does a file settle what a member did who has come to Muster since.
    await database.db.execute(sql`UPDATE users SET email_verified = true`)
    await database.db.execute(sql`UPDATE profiles SET first_name = 'Eve'`)
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Ann,Third,,,yes')
    expect(await kept()).toEqual([{ name: 'Ann Third' }])
  })

  test('whom somebody has only registered takes nothing from that', async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    await database.db.execute(sql`INSERT INTO users (id, name, email) VALUES (${id}, 'Eve Evil', 'jo@dale.example')`)
    await database.db.execute(
      sql`INSERT INTO accounts (account_id, provider_id, user_id, password) VALUES (${id}, 'credential', ${id}, 'x')`,
    )
    await database.db.execute(
      sql`INSERT INTO profiles (id, first_name, last_name, personal_email, personal_mobile, military_relationship_type_id)
          VALUES (${id}, 'Eve', 'Evil', 'jo@dale.example', '07700900999', 6)`,
    )
    const profile = () =>
      select(sql`SELECT first_name, last_name, personal_mobile, military_relationship_type_id AS how FROM profiles`)
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,,,')
    expect(await profile()).toEqual([{ first_name: 'Jo', last_name: 'Dale', personal_mobile: null, how: null }])
    await importRows(ownerHeader, owned)
    const [told] = await profile()
    expect(await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,Jo,Dale,,,')).toMatchObject({
      unchanged: 1,
    })
    expect(await profile()).toEqual([told])
  })

  test('who has confirmed the address keeps their names and status', async () => {
    await importRows(ownerHeader, 'Dale Joinery,Kendal,jo@dale.example,J,Dale,,,')
    await database.db.execute(sql`UPDATE users SET email_verified = true`)
    const people = () => select(sql`SELECT to_jsonb(u) AS u, to_jsonb(p) AS p FROM users u JOIN profiles p USING (id)`)
    const before = await people()
    expect(await importRows(ownerHeader, owned)).toMatchObject({ unchanged: 1, listed: 0 })
    expect(await people()).toEqual(before)
    expect(await select(sql`SELECT * FROM verifications`)).toEqual([])
  })

  test('who is a member already and has no business is given it', async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    await database.db.execute(sql`INSERT INTO users (id, name, email) VALUES (${id}, 'Own Name', 'jo@dale.example')`)
    await database.db.execute(
      sql`INSERT INTO profiles (id, first_name, last_name, personal_email, verification_status_id) VALUES (${id}, 'Own', 'Name', 'x@x.example', 3)`,
    )
    await database.db.execute(sql`UPDATE users SET email_verified = true`)
    expect(await importRows(ownerHeader, owned)).toMatchObject({ added: 1, listed: 1 })
    expect(
      await select(
        sql`SELECT p.first_name, p.personal_email, b.business_slug FROM profiles p JOIN businesses b ON b.id = p.business_id AND b.profile_id = p.id`,
      ),
    ).toEqual([{ first_name: 'Own', personal_email: 'x@x.example', business_slug: 'dale-joinery-kendal' }])
  })

  test('is given a business that has none, and keeps it when a later file names none', async () => {
    await importRows('name,city', 'Dale Joinery,Kendal')
    expect(await importRows(ownerHeader, owned)).toMatchObject({ updated: 1, listed: 1 })
    expect(await importRows('name,city', 'Dale Joinery,Kendal')).toMatchObject({ unchanged: 1, listed: 1 })
  })

  test('never gets the business of another, nor a second one', async () => {
    await importRows(ownerHeader, owned)
    const before = await everything()
    expect(
      await problemsOf(
        ownerHeader,
        'Dale Joinery,Kendal,thief@x.example,T,Hief,,,yes',
        'Second,Kendal,jo@dale.example,Jo,Dale,,,yes',
      ),
    ).toEqual([
      "2: owner_email: the business 'dale-joinery-kendal' has another owner, and an import hands no business over",
      "3: owner_email: this member owns the business 'dale-joinery-kendal' already, and a member has one",
    ])
    expect(await problemsOf(ownerHeader, 'A,Leeds,a@x.example,A,A,,,', 'B,Leeds,A@x.example,A,A,,,')).toEqual([
      '3: owner_email: line 2 has the same owner, and a member has one business',
    ])
    expect(await everything()).toEqual(before)
  })
})

test('a dry run tells what would happen and changes nothing', async () => {
  await importRows('name,city,tagline', 'A,Leeds,Old')
  const before = await everything()
  const lines = [`${ownerHeader},tagline`, `${owned},`, 'A,Leeds,,,,,,,New']
  expect(await importText(lines.join('\n'), { dryRun: true })).toEqual({
    imported: true,
    summary: { read: 2, added: 1, updated: 1, unchanged: 0, listed: 1, ownersWithoutEmail: 0 },
  })
  expect(await everything()).toEqual(before)
  expect(complaints(await importText('name,city\n,York', { dryRun: true }))).toEqual(['2: name: is missing'])
})

test('progress runs through the file twice, up to its end', async () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => `Works ${index}`)
  const content = ['name', ...lines].join('\n')
  const seen: number[] = []
  const result = await importText(content, {
    report: (bytes, total) => {
      expect(total).toBe(2 * content.length)
      seen.push(bytes)
    },
  })
  expect(result).toMatchObject({ imported: true, summary: { added: 2_500 } })
  expect(seen).toEqual([...seen].sort((one, other) => one - other))
  expect(seen.at(-1)).toBe(2 * content.length)
})
