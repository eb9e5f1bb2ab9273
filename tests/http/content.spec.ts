import { expect, type PlainPage, test, textOf } from '../e2e/support/plain-page.ts'

// What the pages for everybody say, and where they lead.

const headings = (page: PlainPage, name: string) => page.texts('h3', page.region(name))
const hrefs = (page: PlainPage, selector: string) =>
  [...page.document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
const inMain = (page: PlainPage, name: string) => page.link(name, page.find('main')).getAttribute('href')

// spec: 14.1, 14.2, 14.3
test('About Us tells of the mission, the objectives, the founder, the core values and the impact', async ({
  visitor,
}) => {
  await visitor.goto('/about')
  expect(visitor.text('head title')).toBe('About Us – Muster')
  expect(textOf(visitor.region('Our mission'))).toContain('armed forces')
  expect(headings(visitor, 'Our key objectives')).toHaveLength(4)
  expect(textOf(visitor.region('Our founder'))).toContain('Sam Sample Sample')
  expect(headings(visitor, 'Our core values')).toEqual(['Service Before Self', 'No Fees No Tiers', 'Equal Platform'])
  expect(visitor.texts('li', visitor.region('What veteran-owned business means to the UK'))).toEqual([
    expect.stringMatching(/^6% ?of UK small businesses/),
    expect.stringMatching(/^340k\+ ?businesses/),
    expect.stringMatching(/^£0 ?cost/),
    expect.stringMatching(/^100% ?equal/),
  ])
  expect(inMain(visitor, 'Support us')).toBe('/support')
  expect(inMain(visitor, 'Contact us')).toBe('/contact')
})

// spec: 15.1
test('Mission & Values tells of both, of what is done, and of the vision, and leads to support', async ({
  visitor,
}) => {
  await visitor.goto('/mission-values')
  expect(visitor.text('head title')).toBe('Mission & Values – Muster')
  expect(visitor.texts('p', visitor.region('Our mission'))).not.toEqual([])
  expect(headings(visitor, 'What we do')).not.toEqual([])
  expect(headings(visitor, 'Our values')).toEqual([
    ...['Integrity', 'Excellence', 'Inclusivity', 'Innovation', 'Service', 'Community'],
  ])
  expect(visitor.texts('p', visitor.region('Our vision'))).not.toEqual([])
  expect(inMain(visitor, 'Support Our Mission')).toBe('/support')
})

// spec: 17.1, 216.1
test('Sage: six months free, why, and how in three steps; its video is a link', async ({ visitor }) => {
  await visitor.goto('/partners/sage')
  expect(visitor.text('head title')).toBe('Six months of Sage, free for verified members – Muster')
  expect(visitor.text('main')).toContain('6 months free for verified members')
  expect(headings(visitor, 'What it does for you')).toHaveLength(6)
  expect(visitor.texts('li', visitor.region('How to claim it'))).toEqual([
    expect.stringMatching(/^Step 1 ?Verify the business/),
    expect.stringMatching(/^Step 2 ?Receive your link and code.*an access link and a code reach you by email/),
    expect.stringMatching(/^Step 3 ?Activate the subscription.*six-month subscription/),
  ])
  expect(inMain(visitor, 'Verify your business')).toBe('/verification')
  expect(inMain(visitor, 'Visit Sage')).toBe('https://www.sage.com/en-gb/')
  const outside = [...visitor.region("On Sage's website").querySelectorAll('a')]
  expect(outside).toHaveLength(2)
  for (const link of outside) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.sage\.com\//)
    expect(link.getAttribute('rel')).toBe('noopener')
  }
  expect(inMain(visitor, 'Watch the video on YouTube')).toMatch(/^https:\/\/www\.youtube\.com\/watch/)
})

// spec: 17.2, 216.1
test('REU: an MBA for 4,000 euros, in one year of three terms, fully online', async ({ visitor }) => {
  await visitor.goto('/partners/reu')
  expect(visitor.texts('main dt')).toEqual(['Tuition', 'Length', 'Terms', 'Where'])
  expect(visitor.texts('main dd')).toEqual(['4,000 euros', 'One year', 'Three', 'Fully online'])
  const outside = [...visitor.region("On the university's website").querySelectorAll('a')]
  expect(outside).toHaveLength(2)
  for (const link of outside) expect(link.getAttribute('href')).toMatch(/^https:/)
})

// spec: 81.3, 217.1
test('orders: how long delivery takes, claims within 7 days, no returns, and then the rights of the law', async ({
  visitor,
}) => {
  await visitor.goto('/terms-and-conditions')
  expect(visitor.texts('main table tr')).toEqual([
    'To Business days',
    'USA 3–4',
    'Europe 6–8',
    'Australia 2–14',
    'Japan 4–8',
    'International 10–20',
  ])
  const text = visitor.text('main')
  expect(text).toContain('claim within 7 days')
  const noReturns = text.indexOf('no returns or exchanges')
  expect(noReturns).toBeGreaterThan(0)
  for (const right of ['Consumer Contracts', 'within 14 days', 'own specification', 'Consumer Rights Act 2015']) {
    expect(text.indexOf(right), right).toBeGreaterThan(noReturns)
  }
})

// spec: 22.11
test('short addresses that are written elsewhere lead to the terms and the privacy policy for good', async ({
  request,
}) => {
  for (const [from, to] of [
    ['/terms', '/terms-and-conditions'],
    ['/privacy', '/privacy-policy'],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, to])
  }
})

test('who declares something can read the privacy policy first', async ({ visitor }) => {
  await visitor.goto('/verification')
  expect(inMain(visitor, 'privacy policy')).toBe('/privacy-policy')
})

// spec: 29.2
test('the footer has quick links, resources, contact, social links, the company number and legal links', async ({
  visitor,
}) => {
  await visitor.goto('/directory')
  const footer = visitor.find('body footer')
  const linksOf = (name: string) => visitor.texts(`nav[aria-label="${name}"] a`, footer)
  expect(linksOf('Quick links')).toEqual([
    ...[
      'The Directory',
      'Verification',
      'How we verify',
      'Podcasts',
      'Support Us',
      'Shop',
      'Contact',
      'Check a code',
      'Shortlist',
    ],
  ])
  expect(linksOf('Resources')).toEqual([
    ...['Crisis and support', 'Business resources', 'Employment support', 'Mission & Values', 'The Team'],
  ])
  expect(linksOf('Legal')).toEqual(expect.arrayContaining(['Privacy', 'Cookies', 'Terms', 'Accessibility']))
  expect(visitor.link('hello@muster.example', footer).getAttribute('href')).toBe('mailto:hello@muster.example')
  expect(textOf(footer)).toContain('Monday to Friday, 9am to 5pm')
  expect(textOf(footer)).toContain('Company number 00000000')
  for (const network of ['Facebook', 'LinkedIn', 'Instagram', 'X', 'YouTube']) {
    expect(visitor.link(`Muster on ${network}`, footer).getAttribute('href')).toMatch(/^https:\/\//)
  }
})

// spec: 80.2
test('the forbidden page leads home and to where people log in', async ({ visitor }) => {
  await visitor.goto('/403')
  expect(visitor.status).toBe(403)
  expect(visitor.text('main h1')).toBe('Access Forbidden')
  expect(hrefs(visitor, 'main a').slice(0, 2)).toEqual(['/', '/auth'])
})

// spec: 80.4
test('the page for what is not there leads home and to the directory', async ({ visitor }) => {
  await visitor.goto('/nothing/is/here')
  expect(visitor.status).toBe(404)
  expect(visitor.text('main h1')).toBe('Page Not Found')
  expect(hrefs(visitor, 'main a').slice(0, 2)).toEqual(['/', '/directory'])
})

// spec: 3.4, 9.1, 13.4, 134.1
test('verification is explained: free, in three steps, with what to send and what to declare', async ({ visitor }) => {
  await visitor.goto('/verification')
  const text = visitor.text('main')
  expect(text).toContain('Verification and listing are free, with no fees and no tiers.')
  expect(visitor.texts('main h3')).toEqual(['Submit application', 'Verification process', 'Get listed'])
  expect(text).toContain('up to 14 working days')
  expect(text).toContain('Up to five files of at most 10MB each')
  for (const clause of [
    'False information may end your membership.',
    'What you tell us may be verified with official sources.',
    'Your data is processed under our privacy policy and the GDPR.',
    'A review takes up to 14 working days.',
    'We may request additional documents.',
  ]) {
    expect(
      visitor.texts('main li').some((item) => item.includes(clause)),
      clause,
    ).toBe(true)
  }
})

test('the front page tells search engines who Muster is and how it is searched', async ({ visitor, site }) => {
  await visitor.goto('/')
  expect(visitor.text('head title')).toBe('Find a business run by someone who served – Muster')
  expect(visitor.find('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/`)
  const facts = JSON.parse(visitor.find('script[type="application/ld+json"]').textContent ?? '')
  expect(facts['@graph']).toMatchObject([
    { '@type': 'Organization', name: 'Muster', url: `${site.url}/` },
    {
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction', target: { urlTemplate: `${site.url}/directory?search={search}` } },
    },
  ])
  const [organization] = facts['@graph']
  expect((await visitor.request.get(organization.logo)).status()).toBe(200)
})
