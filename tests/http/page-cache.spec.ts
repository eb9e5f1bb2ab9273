import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { podcastEpisodes } from '#app/features/podcasts/tables.server.ts'
import { seededRandom } from '#app/lib/seeded-random.ts'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { contentPaths } from '../e2e/support/content-paths.ts'
import { isFullRun } from '../e2e/support/full-run.ts'
import { expect, readLog, test } from '../e2e/support/http-test.ts'
import { cookiesOf } from '../e2e/support/members.ts'
import { full } from '../e2e/support/named-businesses.ts'
import { addMember } from '../e2e/support/sign-in.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { createProduct } from '../factories/products.ts'
import { withMaintenance } from '../postgres.ts'

interface Answer {
  status: number
  headers: Headers
  html: string
  /** Whether it came from memory. */
  isKept: boolean
}

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const answer = await fetch(url, { headers, method, redirect: 'manual' })
  const state = answer.headers.get('Cache-Status') ?? ''
  return { status: answer.status, headers: answer.headers, html: await answer.text(), isKept: state.endsWith('hit') }
}

/** Asks until the page is answered from memory. */
async function askUntilKept(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  for (let asking = 0; asking < 100; asking += 1) {
    const answer = await ask(url, headers)
    if (answer.isKept) return answer
    if (asking > 3) await sleep(100)
  }
  throw new Error(`${url} is not kept`)
}

// spec: pages.1
test('a page is kept at its second asking, and answered from memory at the third', async ({ site }) => {
  const path = `${site.url}/directory?city=${Date.now()}`
  const states = []
  for (let asking = 0; asking < 3; asking += 1) states.push((await ask(path)).headers.get('Cache-Status'))
  expect(states).toEqual([null, 'muster; fwd=miss; stored', 'muster; hit'])
})

// spec: pages.1
test('every page of a visitor is kept', async ({ site }) => {
  const paths = [
    ...contentPaths,
    ...['/how-we-verify', '/directory', '/directory?page=2', '/shortlist', `/business/${full.slug}`, '/podcasts'],
    ...['/shop', '/shop/cart', '/shop/checkout', '/shop/checkout?country=IE'],
    ...['/auth', '/auth?tab=register', '/auth?tab=register&returnTo=%2Fshortlist', '/auth?tab=forgot'],
    ...['/verification', '/business-onboarding', '/business-onboarding?step=profile'],
    ...['/picture.png', `/business/${full.slug}/picture.png`],
  ]
  for (const path of paths) {
    // Whoever gets a page of their own and whoever gets what is kept see the same.
    const own = await ask(site.url + path, { Cookie: 'flash=x' })
    const kept = await askUntilKept(site.url + path)
    const [ofOwn, ofAll] = [own, kept].map(({ html }) => html.replaceAll(/ (nonce|data-mark)="[^"]*"/g, ''))
    expect([path, own.isKept, kept.status]).toEqual([path, false, 200])
    expect(Math.abs((ofOwn?.length ?? 0) - (ofAll?.length ?? 0)), path).toBeLessThan(100)
  }
})

// spec: pages.2
test('nothing that one visitor sends is in what the next one gets', async ({ site }) => {
  const marker = 'Marker7391'
  const paths = [
    '/about',
    '/directory',
    `/business/${full.slug}`,
    '/auth',
    '/auth?tab=register',
    '/podcasts',
    '/shop',
    '/',
  ]
  paths.push('/contact', '/support', '/cookie-policy', '/shop/cart', '/verification', '/business-onboarding')
  for (const path of paths) {
    const url = `${site.url}${path}${path.includes('?') ? '&' : '?'}utm_source=${marker}&returnto=${marker}&${marker}=1`
    const headers = {
      'User-Agent': marker,
      Referer: `https://elsewhere.example/${marker}`,
      'Accept-Language': marker,
      Cookie: `${marker}=${marker}; something=${marker}`,
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Host': `${marker}.example`,
      Forwarded: `host=${marker}`,
      'If-None-Match': `"${marker}"`,
      'X-Request-Id': marker,
    }
    await ask(url, headers)
    await ask(url, headers)
    const { html, headers: answered, isKept } = await ask(site.url + path)
    expect([path, isKept]).toEqual([path, true])
    expect(html.includes(marker), path).toBe(false)
    expect(JSON.stringify([...answered]).includes(marker), path).toBe(false)
    expect(html.includes('203.0.113.9'), path).toBe(false)
  }
})

test('a name of the host that somebody makes up is in no page', async ({ site }) => {
  const { port } = new URL(site.url)
  const askRaw = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1')
      let text = ''
      socket.setEncoding('utf8').on('data', (data) => {
        text += data
      })
      socket.once('error', reject).once('close', () => resolve(text))
      socket.write('GET /mission-values HTTP/1.1\r\nHost: made-up.example\r\nConnection: close\r\n\r\n')
    })
  for (let asking = 0; asking < 3; asking += 1) expect(await askRaw()).toContain('200 OK')
  const { html, isKept } = await ask(`${site.url}/mission-values`)
  expect([isKept, html.includes('made-up')]).toEqual([true, false])
})

test('parameters are known by name, whatever their order, and nothing is kept for one that is there twice', async ({
  site,
}) => {
  const one = await askUntilKept(`${site.url}/directory?search=zest&city=Leeds`)
  const other = await ask(`${site.url}/directory?city=Leeds&near=&search=zest&utm_source=mail`)
  expect([other.isKept, other.html]).toEqual([true, one.html])
  for (let asking = 0; asking < 3; asking += 1) {
    expect((await ask(`${site.url}/directory?search=zest&search=other`)).headers.has('Cache-Status')).toBe(false)
  }
})

test('whoever is known by a cookie gets a page of their own', async ({ site }) => {
  const { userId } = await addMember(site, { firstName: 'Robin' })
  await askUntilKept(`${site.url}/about`)
  const own = await ask(`${site.url}/about`, { Cookie: await cookiesOf(site, userId) })
  expect([own.isKept, own.html.includes('Robin')]).toEqual([false, true])
  expect(own.headers.get('Cache-Control')).toBe('private, no-store')
  expect((await ask(`${site.url}/about`)).html).not.toContain('Robin')
  for (const cookie of ['muster.session_token=made.up', 'cart=x', 'flash=x', '__Host-cart=x']) {
    expect([cookie, (await ask(`${site.url}/about`, { Cookie: cookie })).isKept]).toEqual([cookie, false])
  }
})

test('a cookie that only looks like a session gets the page of a visitor, and nobody else gets its page', async ({
  site,
}) => {
  for (const value of ['x', 'a.b', '%00', 'x'.repeat(4_000), `${'0'.repeat(32)}.${'A'.repeat(43)}%3D`]) {
    const { status, html } = await ask(`${site.url}/team`, { Cookie: `muster.session_token=${value}` })
    expect([status, html.includes('Log in'), html.includes('Sign out')]).toEqual([200, true, false])
  }
  expect((await askUntilKept(`${site.url}/team`)).status).toBe(200)
})

// spec: pages.6
test('a cookie makes only the pages that depend on it personal', async ({ site }) => {
  const shortlist = 'shortlist=x'
  const marked = `${shortlist}; shortlist-marks=${full.slug}; shows-marks=1`
  const cases: [path: string, cookie: string, isKept: boolean][] = [
    ['/about', shortlist, true],
    ['/contact', shortlist, true],
    ['/shortlist', shortlist, false],
    ['/shortlist', marked, false],
  ]
  for (const path of ['/directory', `/business/${full.slug}`]) {
    cases.push([path, shortlist, false], [path, `${shortlist}; shortlist-marks=${full.slug}`, false])
    cases.push([path, `${shortlist}; shows-marks=1`, false], [path, marked, true])
    cases.push([path, `__Host-${marked.replaceAll('; ', '; __Host-')}`, true])
  }
  cases.push(['/directory', 'directory-map=x', false], ['/about', 'directory-map=x', true])
  cases.push(['/contact', 'cookie-choice=x', false], ['/cookie-policy', 'cookie-choice=x', false])
  cases.push(['/directory', 'cookie-choice=x', true])
  for (const [path, cookie, isKept] of cases) {
    await askUntilKept(site.url + path)
    expect([path, cookie, (await ask(site.url + path, { Cookie: cookie })).isKept]).toEqual([path, cookie, isKept])
  }
})

test('each appearance has pages of its own', async ({ site }) => {
  const chosen = await fetch(`${site.url}/appearance`, {
    method: 'POST',
    body: new URLSearchParams({ form: 'appearance', appearance: 'dark', returnTo: '/team' }),
    redirect: 'manual',
  })
  const cookie = chosen.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const dark = await askUntilKept(`${site.url}/team`, { Cookie: cookie })
  const light = await askUntilKept(`${site.url}/team`)
  expect([/<html[^>]*data-theme="dark"/.test(dark.html), /data-theme/.test(light.html)]).toEqual([true, false])
})

test('an ETag of an encoding answers 304, HEAD has no body, and a range gets the whole page', async ({ site }) => {
  const url = `${site.url}/resources`
  const whole = await askUntilKept(url, { 'Accept-Encoding': 'identity' })
  const brotli = await ask(url, { 'Accept-Encoding': 'gzip, br' })
  expect([brotli.headers.get('Content-Encoding'), brotli.html]).toEqual(['br', whole.html])
  const [plain, packed] = [whole, brotli].map(({ headers }) => headers.get('ETag') ?? '')
  expect(plain).toMatch(/^"[\w-]+"$/)
  expect(packed).not.toBe(plain)

  const again = await ask(url, { 'Accept-Encoding': 'br', 'If-None-Match': `"other", W/${packed}` })
  expect([again.status, again.html, again.headers.get('ETag')]).toEqual([304, '', packed])
  expect((await ask(url, { 'Accept-Encoding': 'gzip', 'If-None-Match': packed ?? '' })).status).toBe(200)

  const head = await ask(url, { 'Accept-Encoding': 'identity' }, 'HEAD')
  expect([head.status, head.html, head.headers.get('Content-Length')]).toEqual([
    200,
    '',
    String(Buffer.byteLength(whole.html)),
  ])
  const part = await ask(url, { Range: 'bytes=0-9', 'Accept-Encoding': 'identity' })
  expect([part.status, part.html]).toEqual([200, whole.html])
})

test('nonsense in headers changes nothing', async ({ site }) => {
  const url = `${site.url}/team`
  const { html } = await askUntilKept(url)
  for (const encoding of ['', '*', 'br;q=0', 'gzip;q=0, br;q=0', 'brr', ';;;,,,', 'br;q=banana', 'x'.repeat(5_000)]) {
    const answer = await ask(url, { 'Accept-Encoding': encoding })
    expect([encoding, answer.status, answer.html]).toEqual([encoding, 200, html])
  }
  expect((await ask(url, { 'If-None-Match': `"${'x'.repeat(10_000)}"` })).status).toBe(200)
  const tooLong = await ask(url, { 'If-None-Match': 'x'.repeat(100_000) }).catch(() => ({ status: 431 }))
  expect(tooLong.status).toBe(431)
})

test('a page of somebody who is verified is kept for half a minute, and says so nowhere else', async ({ site }) => {
  const { headers } = await askUntilKept(`${site.url}/business/${full.slug}`)
  expect(headers.get('Cache-Control')).toBe('private, no-cache')
  expect(headers.has('CDN-Cache-Control')).toBe(false)
  expect(headers.get('Vary')).toBe('Accept-Encoding')
})

test('a redirect, an error and a page that is not there are not kept', async ({ site }) => {
  for (const path of ['/business/nobody', '/directory?page=99999999999', '/find/plumber/nowhere', '/terms']) {
    for (let asking = 0; asking < 4; asking += 1) {
      const { status, headers } = await ask(site.url + path)
      if (status !== 200) expect([path, headers.get('Cache-Status')]).toEqual([path, null])
    }
  }
})

test('readers that take one byte a second delay nobody', async ({ site }) => {
  const { port } = new URL(site.url)
  const path = '/directory'
  await askUntilKept(site.url + path)
  // Each asks for more than the system keeps for a connection.
  const slow = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: muster.example\r\n\r\n`.repeat(100))
    return socket
  })
  const read = () => slow.map((socket) => socket.read(1)?.length ?? 0)
  await Promise.all(slow.map((socket) => once(socket, 'readable')))
  for (let second = 0; second < 2; second += 1) {
    expect(read()).toEqual(slow.map(() => 1))
    const started = performance.now()
    for (let asking = 0; asking < 20; asking += 1) expect((await ask(site.url + path)).isKept).toBe(true)
    expect(performance.now() - started).toBeLessThan(2_000)
    await sleep(1_000)
  }
  for (const socket of slow) socket.destroy()
})

test('the log has a line for each page, with its state', async ({ site }) => {
  const path = '/how-we-verify'
  const { headers } = await askUntilKept(site.url + path)
  // The line is written after the answer.
  const findLine = async () =>
    (await readLog(site)).entries.find(({ requestId }) => requestId === headers.get('X-Request-Id'))
  await expect.poll(findLine).toMatchObject({ path, method: 'GET', status: 200, page: 'hit' })
})

test.describe('two processes', () => {
  test.slow()

  // spec: pages.3
  test('a change is seen at once where it was answered, and within a second elsewhere', async ({
    servers,
    databaseUrl,
  }) => {
    const { db, close } = await openMigratedPostgres(databaseUrl)
    const bakery = await createBusiness(db, { name: 'Oldbakery', businessSlug: 'sample-bakery', tagline: 'Oldline' })
    const navy = await createBusiness(db, { businessSlug: 'sample-navy', owner: { branch: 'Royal Navy' } })
    const gallery = await createBusiness(db, { businessSlug: 'sample-gallery', gallery: ['Oldcaption'] })
    await createBusiness(db, { name: 'Otherfirm' })
    const ids = [bakery, navy, gallery].map(({ profileId }) => profileId ?? '')
    const podcastId = await createPodcast(db, ids[0] ?? '', { slug: 'sample-podcast', title: 'Oldpodcast' })
    await createPodcast(db, ids[1] ?? '', { slug: 'sample-show', title: 'Oldshow' })
    await db.insert(podcastEpisodes).values({ podcastId, guid: 'one', title: 'Oldepisode', position: 0 })
    await createProduct(db, { slug: 'sample-mug', name: 'Oldmug' })
    await close()
    const here = await servers.start({ databaseUrl })
    // With the same key, as the database keeps what is sealed with it.
    const dataDir = await servers.folder()
    await cp(join(here.dataDir, 'evidence-key'), join(dataDir, 'evidence-key'))
    const elsewhere = await servers.start({ databaseUrl, dataDir })
    const change = async (sql: string, at = here) => {
      await withMaintenance(databaseUrl, (client) => client.query(sql))
      // Any request that may change something waits for what has changed.
      await fetch(`${at.url}/appearance`, {
        method: 'POST',
        body: new URLSearchParams({ form: 'appearance', appearance: 'system', returnTo: '/' }),
        redirect: 'manual',
      })
    }

    /** Those of a round are told apart by what they change, so that none is found by another's announcement. */
    const rounds: { sql: string; pages: string[]; old: string }[][] = [
      [
        {
          sql: `UPDATE businesses SET tagline = 'New' WHERE id = '${bakery.id}'`,
          pages: ['/business/sample-bakery'],
          old: 'Oldline',
        },
        {
          sql: `UPDATE verifications SET service_branch_id = 2 WHERE profile_id = '${ids[1]}'`,
          pages: ['/business/sample-navy'],
          old: 'Royal Navy',
        },
        {
          sql: "UPDATE business_gallery_images SET caption = 'New'",
          pages: ['/business/sample-gallery'],
          old: 'Oldcaption',
        },
        {
          sql: "UPDATE podcast_episodes SET title = 'New'",
          pages: ['/podcasts/sample-podcast'],
          old: 'Oldepisode',
        },
        {
          sql: "UPDATE podcasts SET title = 'New' WHERE slug = 'sample-show'",
          pages: ['/podcasts', '/podcasts/sample-show'],
          old: 'Oldshow',
        },
        {
          sql: "UPDATE shop_products SET name = 'New'",
          pages: ['/shop', '/shop/sample-mug'],
          old: 'Oldmug',
        },
      ],
      [
        {
          sql: `UPDATE businesses SET name = 'New' WHERE id = '${bakery.id}'`,
          pages: ['/directory', '/', '/business/sample-bakery', '/directory?search=oldbakery'],
          old: 'Oldbakery',
        },
        {
          sql: "UPDATE military_relationship_types SET name = 'Renamed' WHERE name = 'Veteran'",
          pages: ['/auth?tab=register', '/verification'],
          old: '>Veteran<',
        },
      ],
      [
        {
          sql: `UPDATE businesses SET is_active = false WHERE id = '${bakery.id}'`,
          pages: ['/business/sample-bakery'],
          old: 'application/ld+json',
        },
        {
          sql: "UPDATE industries SET name = 'Renamed' WHERE name = 'Retail & E-commerce'",
          pages: ['/directory?city=Nowhere'],
          old: 'Retail &amp; E-commerce',
        },
      ],
      [{ sql: 'UPDATE profiles SET suspended_at = now()', pages: ['/directory'], old: 'Otherfirm' }],
    ]
    for (const round of rounds) {
      for (const { pages, old } of round) {
        for (const path of pages) {
          expect([path, (await askUntilKept(here.url + path)).html.includes(old)]).toEqual([path, true])
          await askUntilKept(elsewhere.url + path)
        }
      }
      for (const { sql } of round) await change(sql)
      const expectNothingOld = async (site: { url: string }) => {
        for (const { sql, pages, old } of round) {
          for (const path of pages) {
            expect([sql, path, (await ask(site.url + path)).html.includes(old)]).toEqual([sql, path, false])
          }
        }
      }
      await expectNothingOld(here)
      await sleep(1_000)
      await expectNothingOld(elsewhere)
    }

    // Whatever is read and changed in whatever order.
    const random = seededRandom(18)
    const pick = () => (random() < 0.5 ? here : elsewhere)
    let newest = { version: 0, at: 0, site: here }
    let hits = 0
    const steps = isFullRun ? 300 : 120
    for (let step = 0; step < steps; step += 1) {
      const site = pick()
      if (random() < 0.15) {
        const version = newest.version + 1
        await change(`UPDATE shop_products SET name = 'Version ${version}.'`, site)
        newest = { version, at: performance.now(), site }
        continue
      }
      const asked = performance.now()
      const { html, isKept } = await ask(`${site.url}/shop/sample-mug`)
      if (isKept) hits += 1
      const seen = Number(/Version (\d+)\./.exec(html)?.[1] ?? 0)
      if (site === newest.site || asked - newest.at > 1_000) expect([step, seen]).toEqual([step, newest.version])
    }
    expect(hits).toBeGreaterThan(steps / 6)
  })

  test('one whose listening connection is gone answers nothing from memory until it is back', async ({
    servers,
    databaseUrl,
  }) => {
    const site = await servers.start({ databaseUrl })
    await askUntilKept(`${site.url}/shop`)
    await withMaintenance(databaseUrl, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN %page_changes%'`,
      ),
    )
    await sleep(50)
    expect((await ask(`${site.url}/shop`)).isKept).toBe(false)
    await askUntilKept(`${site.url}/shop`)
  })
})

test('many addresses leave the memory bounded, and a page that is asked again and again stays', async ({
  servers,
  databaseUrl,
}) => {
  test.slow()
  const site = await servers.start({ databaseUrl, environment: { FINISHED_PAGES_MIB: '1' } })
  for (let number = 0; number < 120; number += 1) {
    await Promise.all([1, 2].map(() => ask(`${site.url}/directory?city=place${number}`)))
    await ask(`${site.url}/about`)
  }
  expect((await ask(`${site.url}/about`)).isKept).toBe(true)
  const kept = []
  for (let number = 0; number < 120; number += 1) {
    kept.push((await ask(`${site.url}/directory?city=place${number}`, {}, 'HEAD')).isKept)
  }
  expect(kept.filter(Boolean).length).toBeLessThan(60)
})
