import { countLine } from '../e2e/support/http-test.ts'
import { bare, emoji, full, nullActive, plainVideo, rightToLeft, wildcards } from '../e2e/support/named-businesses.ts'
import { expect, type PlainPage, test, textOf } from '../e2e/support/plain-page.ts'

// Searching, and what is found, without a script: forms, links and what the server says.

const found = (page: PlainPage) => page.text('.count-line h2')
const names = (page: PlainPage) => page.texts('.business-card h3')
const numbers = (page: PlainPage) => page.texts('nav[aria-label="Pages"] a[aria-label^="Page "]')

const filters: { name: string; fill: [label: string, value: string]; query: [string, string]; condition: string }[] = [
  {
    name: 'trade',
    fill: ['Trade', 'plumber'],
    query: ['trade', 'plumber'],
    condition: "EXISTS (SELECT FROM business_trades WHERE business_id = id AND trade_id = 'plumber')",
  },
  {
    name: 'industry',
    fill: ['Industry', '8'],
    query: ['industry', '8'],
    condition: "industry_name = 'Construction & Trades'",
  },
  {
    name: 'city or town',
    fill: ['City or town', 'don'],
    query: ['city', 'don'],
    condition: "city ILIKE '%don%'",
  },
  {
    name: 'county',
    fill: ['County', 'shire'],
    query: ['county', 'shire'],
    condition: "county ILIKE '%shire%'",
  },
  {
    name: 'postcode',
    fill: ['Postcode', 'la9 0'],
    query: ['postcode', 'la9 0'],
    condition: "replace(postcode, ' ', '') ILIKE '%la90%'",
  },
  {
    name: 'service branch',
    fill: ['Service branch', 'Royal Navy'],
    query: ['service_branch', 'Royal Navy'],
    condition: "service_branch = 'Royal Navy'",
  },
  {
    name: 'relationship',
    fill: ['Relationship', 'Reservist'],
    query: ['relationship_type', 'Reservist'],
    condition: "relationship_type = 'Reservist'",
  },
  {
    name: 'gallery',
    fill: ['A gallery', ''],
    query: ['hasGallery', 'true'],
    condition: "gallery_images <> '[]'",
  },
  {
    name: 'website',
    fill: ['A website', ''],
    query: ['hasWebsite', 'true'],
    condition: "website_url ~* '^https?://'",
  },
]

for (const { name, fill, query, condition } of filters) {
  // spec: 42.2, 42.10, 162.3, 162.4, 162.5, 162.6
  test(`the filter ${name} finds what it says, and is taken away by a link`, async ({ visitor, count }) => {
    const expected = await count(condition)
    expect(expected).toBeGreaterThan(0)
    expect(expected).toBeLessThan(await count('true'))
    await visitor.goto('/directory?page=2')
    const [label, value] = fill
    if (value) visitor.fill(label, value)
    else visitor.check(label)
    await visitor.press('Apply filters', visitor.find('.sheet-foot'))
    const sent = new URLSearchParams(visitor.path.slice(visitor.path.indexOf('?')))
    expect(sent.get(query[0])).toBe(query[1])
    expect(sent.has('page')).toBe(false)
    expect(found(visitor)).toBe(countLine(expected))
    const [chip] = visitor.document.querySelectorAll('[aria-label="Active filters"] a')
    await visitor.goto(chip?.getAttribute('href') ?? '')
    expect(visitor.path).toBe('/directory')
    expect(found(visitor)).toBe(countLine(await count('true')))
  })
}

// spec: 162.1
test('businesses stand in the order of their names', async ({ visitor }) => {
  await visitor.goto('/directory?search=zest')
  expect(names(visitor)).toEqual([wildcards.percent, wildcards.backslash, wildcards.underscore])
})

// spec: 42.3
test('one business is spoken of in the singular, several in the plural', async ({ visitor }) => {
  await visitor.goto(`/directory?search=${encodeURIComponent(bare.name)}`)
  expect(found(visitor)).toBe('1 verified business found')
  await visitor.goto('/directory?search=zest')
  expect(found(visitor)).toBe('3 verified businesses found')
})

test('an empty form gives every business, without a complaint', async ({ visitor, count }) => {
  await visitor.goto('/directory')
  await visitor.press('Search', visitor.find('[role=search]'))
  expect(visitor.path).toMatch(/\?search=&near=&within=&trade=&industry=&/)
  expect(found(visitor)).toBe(countLine(await count('true')))
  expect(visitor.texts('.notice')).toEqual([])
  expect(visitor.texts('[aria-label="Active filters"]')).toEqual([])
})

// spec: 42.11
test('Clear All Filters leads to page 1 with every field empty', async ({ visitor, count }) => {
  await visitor.goto('/directory?search=a&city=o&service_branch=British+Army&hasWebsite=true&page=2')
  expect(visitor.texts('nav[aria-label="Pages"] a[aria-current="page"]')).toEqual(['2'])
  const clear = [...visitor.document.querySelectorAll('a')].filter((link) => textOf(link) === 'Clear All Filters')
  for (const link of clear) expect(link.getAttribute('href')).toBe('/directory')
  await visitor.goto(clear[0]?.getAttribute('href') ?? '')
  expect(found(visitor)).toBe(countLine(await count('true')))
  expect(visitor.texts('nav[aria-label="Pages"] a[aria-current="page"]')).toEqual(['1'])
  expect(visitor.value('What do you need?')).toBe('')
  expect(visitor.value('City or town')).toBe('')
  expect(visitor.value('Service branch')).toBe('')
  expect(visitor.field('A website').hasAttribute('checked')).toBe(false)
  expect(visitor.texts('[aria-label="Active filters"]')).toEqual([])
})

// spec: 42.5, 213.2
test('the pagination shows at most five numbers and leads through every page', async ({ visitor, count }) => {
  const last = Math.ceil((await count('true')) / 12)
  const links = () => visitor.texts('nav[aria-label="Pages"] a')
  await visitor.goto('/directory')
  expect(numbers(visitor)).toEqual(['1', '2', '3', '4', '5'])
  expect(visitor.texts('a[rel="prev"]')).toEqual([])
  const first = names(visitor)
  await visitor.follow('Next page')
  expect(visitor.path).toBe('/directory?page=2')
  expect(visitor.texts('nav[aria-label="Pages"] a[aria-current="page"]')).toEqual(['2'])
  expect(names(visitor)).toHaveLength(12)
  expect(names(visitor)).not.toEqual(first)
  await visitor.follow('Page 4')
  expect(visitor.path).toBe('/directory?page=4')

  await visitor.goto('/directory?city=e&page=3')
  await visitor.follow('Page 2')
  expect(visitor.path).toBe('/directory?city=e&page=2')

  await visitor.goto(`/directory?page=${last - 1}`)
  expect(numbers(visitor)).toEqual([last - 4, last - 3, last - 2, last - 1, last].map(String))
  expect(names(visitor)).toHaveLength(12)
  await visitor.follow('Next page')
  expect(visitor.path).toBe(`/directory?page=${last}`)
  expect(visitor.document.querySelector('a[rel="next"]')).toBeNull()

  await visitor.goto('/directory?search=zest')
  expect(links()).toEqual([])
})

// spec: 112.2, 201.2
test('a search without a match says so and offers to begin again', async ({ visitor }) => {
  await visitor.goto('/directory?search=xqzzyv')
  expect(visitor.text('.empty')).toContain('No businesses found matching your criteria.')
  expect(found(visitor)).toBe('0 verified businesses found')
  expect(visitor.link('Clear All Filters', visitor.find('.empty')).getAttribute('href')).toBe('/directory')
})

for (const { slug, name } of [rightToLeft, emoji]) {
  test(`${slug.replace('-', ' ')} is found by what stands in its name`, async ({ visitor }) => {
    await visitor.goto('/directory')
    visitor.fill('What do you need?', name.split(' ')[0] ?? '')
    await visitor.press('Search', visitor.find('[role=search]'))
    await visitor.goto(visitor.find(`.business-card h3 a[href="/business/${slug}"]`).getAttribute('href') ?? '')
    expect(visitor.text('h1')).toBe(name)
  })
}

// spec: finding.1, finding.15
test('a buyer finds IT support near LS1, compares three and sends the list to a colleague', async ({
  visitor,
  newPage,
}) => {
  await visitor.goto('/')
  visitor.fill('What do you need?', 'IT support')
  visitor.fill('Where?', 'ls1')
  visitor.fill('How far?', '30')
  await visitor.press('Search', visitor.find('[role=search]'))
  expect(visitor.path).toMatch(/^\/directory\?.*near=ls1/)
  expect(found(visitor)).toMatch(/verified business(es)? found$/)
  expect(visitor.texts('.business-card .trade')[0]).toBe('IT & Cyber')
  expect(visitor.texts('.business-card .miles')[0]).toMatch(/^\d+ miles?$/)

  const wanted = names(visitor).slice(0, 3)
  for (const name of wanted) {
    await visitor.press(`Save ${name} to your shortlist`)
    expect(visitor.hasButton(`Saved – remove ${name} from your shortlist`), name).toBe(true)
  }
  await visitor.goto('/shortlist?near=LS1')
  expect(visitor.text('h1')).toBe('Your shortlist')
  expect(visitor.texts('tbody th a')).toEqual(wanted)
  expect(visitor.texts('tbody tr')[0]).toMatch(/\d+ mi/)

  const colleague = await newPage()
  await colleague.goto(visitor.link('a page with the same businesses').getAttribute('href') ?? '')
  expect(colleague.texts('tbody th a')).toEqual(wanted)
  await colleague.goto('/shortlist')
  expect(colleague.texts('h2')).toContain('Nothing saved yet')

  await visitor.press(`Remove ${wanted[0]}`)
  expect(visitor.texts('tbody th a')).toEqual(wanted.slice(1))
})

test('a misspelt trade is corrected, and the words can be searched for as they are', async ({ visitor }) => {
  await visitor.goto('/directory?search=plumer')
  expect(visitor.text('main')).toContain('Showing results for plumber.')
  expect(names(visitor)).not.toEqual([])
  await visitor.follow('Search for plumer instead')
  expect(found(visitor)).toBe('0 verified businesses found')
})

// spec: finding.5
test('a misspelt trade in a misspelt place is found', async ({ visitor }) => {
  await visitor.goto('/directory?search=plumer+near+Kilmarnok')
  expect(visitor.text('main')).toContain('Showing results for plumber near kilmarnock.')
  expect(visitor.text('main')).toContain('Showing results near Kilmarnock')
  await visitor.follow('Search for plumer near Kilmarnok instead')
  expect(found(visitor)).toBe('0 verified businesses found')
})

test('a place in the words is taken for one, and left out in one press', async ({ visitor }) => {
  await visitor.goto('/directory?search=plumber+in+Leeds')
  expect(visitor.text('.search-notes')).toContain('Showing results near Leeds')
  const without = [...visitor.document.querySelectorAll('a')].find((link) =>
    /^Search without the place/.test(textOf(link)),
  )
  await visitor.goto(without?.getAttribute('href') ?? '')
  expect(visitor.path).toBe('/directory?search=plumber')
  expect(visitor.text('main')).not.toContain('Showing results near')
})

test('an unknown place says so and offers the nearest spelling', async ({ visitor }) => {
  await visitor.goto('/directory?near=Leds')
  expect(visitor.text('main')).toContain('We do not know that place.')
  expect(visitor.text('main')).toContain('No businesses found matching your criteria.')
  expect(visitor.link('Search the whole directory').getAttribute('href')).toBe('/directory')
  await visitor.follow('Leeds', visitor.find('.search-notes'))
  expect(visitor.path).toBe('/directory?near=Leeds')
  expect(visitor.texts('.business-card .miles')).not.toEqual([])
})

test('a search in vain says what would find more', async ({ visitor }) => {
  await visitor.goto('/directory?search=xqzzyv&hasWebsite=true')
  await visitor.follow('Without the words', visitor.find('.more-ways'))
  expect(visitor.path).toBe('/directory?hasWebsite=true')
  expect(names(visitor)).toHaveLength(12)
})

// spec: finding.11
test('the map opens, each bar leads to its area, and it stays open', async ({ visitor }) => {
  await visitor.goto('/directory')
  await visitor.press('Show the map')
  const scotland = [...visitor.document.querySelectorAll('.result-map a')].find((link) =>
    /^Scotland: \d+ businesses$/.test(link.getAttribute('aria-label') ?? textOf(link)),
  )
  await visitor.goto(scotland?.getAttribute('href') ?? '')
  expect(visitor.path).toBe('/directory?near=Scotland')
  expect(visitor.document.querySelector('.result-map a')).not.toBeNull()
  await visitor.press('Hide the map')
  expect(visitor.document.querySelector('.result-map')).toBeNull()
})

// spec: finding.11
test('each town on the map leads to the names of its firms, which a browser opens for it', async ({ visitor }) => {
  await visitor.goto('/directory?near=Leeds')
  await visitor.press('Show the map')
  const marks = [...visitor.document.querySelectorAll('.map-drawing a')]
  expect(marks.length).toBeGreaterThan(1)
  for (const mark of marks) {
    const firms = visitor.document.querySelector(mark.getAttribute('href') ?? '')
    const town = firms?.closest('details')
    expect(textOf(town?.querySelector('summary') as Element)).toBe(mark.getAttribute('aria-label'))
    for (const link of firms?.querySelectorAll('a[href^="#"]') ?? []) {
      expect(visitor.document.querySelector(link.getAttribute('href') ?? '')?.matches('.business-card')).toBe(true)
    }
  }
})

test('a radius of nonsense is named and left out', async ({ visitor }) => {
  for (const within of ['-1', '0', '1e9', 'ten']) {
    await visitor.goto(`/directory?near=Leeds&within=${within}`)
    expect(visitor.text('main'), within).toContain('The distance must be a whole number of miles')
  }
})

// spec: finding.11
test('the map of a business leads to the firms near it', async ({ visitor }) => {
  await visitor.goto('/directory?near=Leeds')
  await visitor.goto(visitor.document.querySelector('.business-card h3 a')?.getAttribute('href') ?? '')
  const near = [...visitor.document.querySelectorAll('.business-map a')].find((link) =>
    /^Businesses near /.test(link.getAttribute('aria-label') ?? textOf(link)),
  )
  await visitor.goto(near?.getAttribute('href') ?? '')
  expect(visitor.path).toMatch(/^\/directory\?near=/)
  expect(found(visitor)).not.toMatch(/^0 /)
})

// spec: finding.16
test('a search is downloaded for a spreadsheet', async ({ visitor }) => {
  await visitor.goto('/directory?search=plumber')
  const answer = await visitor.request.get(visitor.link('Download as CSV').getAttribute('href') ?? '')
  expect(answer.headers()['content-type']).toContain('text/csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines[0]).toContain('Business,Industry')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('\n')).not.toContain('@')
})

test.describe('a business', () => {
  test('has nothing of what its owner has not told, without a trace', async ({ visitor }) => {
    await visitor.goto(`/directory?search=${encodeURIComponent(bare.name)}`)
    await visitor.goto(visitor.find('.business-card h3 a').getAttribute('href') ?? '')
    expect(visitor.text('h1')).toBe(bare.name)
    for (const heading of [
      'About Us',
      'Products & Services',
      'Gallery',
      'Promo Video',
      'Contact Information',
      'Follow Us',
    ]) {
      expect(visitor.texts('h1, h2, h3, h4'), heading).not.toContain(heading)
    }
    expect(visitor.texts('h2')).toContain('Business Details')
    expect(visitor.texts('a')).not.toContain('Visit Website')
    expect(visitor.texts('a')).not.toContain('Call')
    expect(visitor.text('.business-head .logo-tile-none text')).toBe('ZB')
    expect(visitor.document.querySelector('.photo')).toBeNull()
    await visitor.follow('How we verify', visitor.find('main'))
    expect(visitor.text('h1')).toBe('How we verify')
  })

  // spec: 42.9, look.1
  test('has a card that says what is true without a place, a service or a logo', async ({ visitor }) => {
    await visitor.goto(`/directory?search=${encodeURIComponent(bare.name)}`)
    const card = visitor.find('.business-card')
    expect(textOf(card)).toContain('Location not specified')
    expect(textOf(card)).toContain('Verified')
    expect(visitor.text('.logo-tile-none text', card)).toBe('ZB')
    expect(card.querySelector('img')).toBeNull()
  })

  test('has gallery pictures that are links to their files, and a film that is a link to it', async ({ visitor }) => {
    await visitor.goto(`/business/${full.slug}`)
    expect(visitor.link('Watch the promo video on YouTube').getAttribute('href')).toBe(full.video)
    expect(visitor.document.querySelector('iframe')).toBeNull()
    const picture = visitor.link(`Open picture 2 of 3: ${full.captions[1]}`, visitor.region('Gallery'))
    expect(picture.getAttribute('href')).toMatch(/\/files\/gallery\/.+\.webp$/)
    const answer = await visitor.request.get(picture.getAttribute('href') ?? '')
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/webp')
  })

  // spec: 47.3
  test('has a film elsewhere as a plain link, never in a frame', async ({ visitor }) => {
    await visitor.goto(`/business/${plainVideo.slug}`)
    const link = visitor.link('Watch the promo video')
    expect(link.getAttribute('href')).toBe('https://films.example/ours.mp4')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(visitor.document.querySelector('iframe')).toBeNull()
  })

  for (const folder of ['business', 'directory']) {
    // spec: 45.1, 201.3
    test(`that is not there at /${folder} is said in the words of the specification`, async ({ visitor }) => {
      await visitor.goto(`/${folder}/nobody-is-called-this`)
      expect(visitor.status).toBe(404)
      expect(visitor.text('h1')).toBe('Business Not Found')
      expect(visitor.texts('main p')).toContain(
        "The business you're looking for could not be found or is not verified.",
      )
      expect(visitor.text('head title')).toBe('Business Not Found – Muster')
      expect(visitor.find('meta[name="robots"]').getAttribute('content')).toBe('noindex')
      await visitor.follow('Back to Directory')
      expect(visitor.path).toBe('/directory')
    })
  }

  // spec: 22.1
  test('is the same page at /directory/{slug}, known by /business/{slug}', async ({ visitor, site }) => {
    await visitor.goto(`/directory/${full.slug}`)
    expect(visitor.text('h1')).toBe(full.name)
    expect(visitor.texts('h2')).toContain('Contact Information')
    expect(visitor.find('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/business/${full.slug}`)
  })

  // spec: 108.1
  test('whose visibility was never set counts as active', async ({ visitor }) => {
    await visitor.goto(`/directory?search=${encodeURIComponent(nullActive.name)}`)
    await visitor.goto(visitor.find('.business-card h3 a').getAttribute('href') ?? '')
    expect(visitor.text('h1')).toBe(nullActive.name)
  })
})
