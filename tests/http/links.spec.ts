import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../e2e/support/http-test.ts'

/** Single businesses and podcasts looked at: there are hundreds, made alike. */
const mostOfAKind = 5
/** Other pages looked at, at most: a circle of ever new addresses ends here, and fails. */
const mostPages = 120

/** What a page says of itself and of others. */
interface Page {
  /** Where it stands, after all that leads on. */
  url: string
  status: number
  ids: Set<string>
  links: string[]
}

async function read(request: APIRequestContext, address: string): Promise<Page> {
  const answer = await request.get(address)
  const isPage = answer.headers()['content-type']?.startsWith('text/html') ?? false
  const html = isPage ? await answer.text() : ''
  const values = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))
  return {
    url: answer.url(),
    status: answer.status(),
    ids: new Set(values(/<[a-z][^>]*?\sid="([^"]*)"/g)),
    links: values(/<a\s[^>]*?href="([^"]*)"/g),
  }
}

function leadsTo(href: string, page: string, address: string): boolean {
  if (!URL.canParse(href, page)) return false
  const { pathname, search } = new URL(href, page)
  return pathname + search === address
}

// spec: 22.7
test('no link of a public page leads nowhere, and every place within a page is there', async ({ request, site }) => {
  const pages = new Map<string, Page>()
  const from = new Map<string, string>()
  const anchors: { address: string; id: string; from: string }[] = []
  const broken: string[] = []
  const queue = ['/']
  const met = new Set(queue)
  const ofAKind = new Map<string, number>()

  /** Whether a page is to be looked at: a few searches, businesses and podcasts stand for all of them. */
  const wanted = ({ pathname, search }: URL) => {
    const kind = /^\/(business|podcasts)\/[^/]+/.exec(pathname)?.[1] ?? (search ? pathname : null)
    if (kind === null) return true
    ofAKind.set(kind, (ofAKind.get(kind) ?? 0) + 1)
    return (ofAKind.get(kind) ?? 0) <= mostOfAKind
  }

  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    expect(pages.size, 'pages').toBeLessThan(mostPages)
    const page = await read(request, address)
    pages.set(address, page)
    for (const href of page.links) {
      if (!URL.canParse(href, page.url)) {
        broken.push(`${href} (no address), linked from ${address}`)
        continue
      }
      const url = new URL(href, page.url)
      // What members stored is looked at elsewhere.
      if (url.origin !== site.url || url.pathname.startsWith('/files/')) continue
      const to = url.pathname + url.search
      if (!met.has(to)) {
        met.add(to)
        if (wanted(url)) {
          queue.push(to)
          from.set(to, address)
        }
      }
      if (url.hash) anchors.push({ address: to, id: decodeURIComponent(url.hash.slice(1)), from: address })
    }
  }

  const dead: string[] = []
  for (const [address, { status }] of pages) {
    if (status === 200) continue
    const linking = from.get(address)
    // Other tests take listings away meanwhile: what no longer links there is no fault.
    const now = linking === undefined ? null : await read(request, linking)
    if (!now || now.links.some((href) => leadsTo(href, now.url, address)))
      dead.push(`${address} (${status}), linked from ${linking}`)
  }
  const missing = anchors.flatMap(({ address, id, from: page }) => {
    const target = pages.get(address)
    return target && target.status === 200 && !target.ids.has(id) ? [`${address}#${id}, linked from ${page}`] : []
  })
  expect([...new Set([...broken, ...dead, ...missing])]).toEqual([])
  expect(pages.size).toBeGreaterThan(25)
  expect(anchors.length).toBeGreaterThan(20)
})
