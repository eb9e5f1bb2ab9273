import { sql } from 'drizzle-orm'
import { parseHTML } from 'linkedom'
import { openMigratedPostgres, queryRows } from '#app/platform/.server/database/database.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { listTradesOfDemoBusinessesBySlug, makeDemoBusinesses } from '#demo/businesses.ts'
import { makeSampleBusinessSlugs } from '#demo/sample-business.ts'
import { findTradeOfBulkSampleSlug } from '#demo/sample-businesses.ts'
import { writeSampleBusinesses } from '#demo/sample-writer.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { expect, test } from '../e2e/support/http-test.ts'
import { textOf } from '../e2e/support/plain-page.ts'

// What people type who do not know how a search works, among the demo's businesses and 3,400 more.

test.slow()

interface Answer {
  count: string
  notes: string[]
  firms: { name: string; text: string; trades: string[]; branch: string }[]
}

const sentences: {
  typed: string
  near?: string
  trade: string
  /** How many of the first three declare it or do it, at least. */
  meant?: number
  says?: RegExp
  isRight?: (answer: Answer) => boolean
}[] = [
  {
    typed: 'IT support for my small charity, Leeds, 30 miles',
    trade: 'it-support',
    says: /IT support firms.*Leeds|Leeds/,
  },
  {
    typed: 'somebody who trains first aid for 20 staff in Plymouth',
    trade: 'first-aid-trainer',
    meant: 1,
    says: /1 first aid trainer/,
  },
  {
    typed: 'coffee roaster who ships anywhere in UK',
    trade: 'coffee-shop',
    isRight: ({ firms }) => /roaster/i.test(firms[0]?.text ?? ''),
  },
  { typed: 'female veteran accountant', trade: 'accountant' },
  { typed: 'someone to fix my roof', trade: 'roofer' },
  { typed: 'coffee roaster', trade: 'coffee-shop', isRight: ({ firms }) => /roaster/i.test(firms[0]?.text ?? '') },
  {
    typed: 'royal marines plumber',
    trade: 'plumber',
    isRight: ({ firms }) => firms[0]?.branch === 'Royal Marines',
  },
  { typed: 'book keeper', trade: 'bookkeeper' },
  { typed: 'plumber', near: 'Leeds', trade: 'plumber' },
]

// spec: finding.2
test('sentences find the firms that they ask for, and are answered without a word put in their place', async ({
  servers,
  databaseUrl,
}) => {
  const folder = await servers.folder()
  const handle = await openMigratedPostgres(databaseUrl)
  const { db } = handle
  const storage = await openFileStorage({ dataDir: folder, s3: null })
  const samples = makeDemoBusinesses()
  const slugs = makeSampleBusinessSlugs(samples)
  await db.transaction((transaction) =>
    writeSampleBusinesses(
      transaction,
      'demo',
      samples.map((business, number) => ({ number, business, slug: slugs[number] ?? '', logo: null, gallery: [] })),
    ),
  )
  await seedSampleBusinesses({ db, storage }, 3_400, () => undefined)
  const site = await servers.start({ databaseUrl, dataDir: folder })

  const ofDemo = listTradesOfDemoBusinessesBySlug()
  /** What a firm does, whatever it declares: its text says so, too. */
  const tradeOf = (slug: string) => ofDemo.get(slug) ?? findTradeOfBulkSampleSlug(slug) ?? ''

  for (const { typed, near, trade, meant = 3, says, isRight } of sentences) {
    await test.step(typed, async () => {
      const query = new URLSearchParams({ search: typed, ...(near && { near }) })
      const { document } = parseHTML(await (await fetch(`${site.url}/directory?${query}`)).text())
      const cards = [...document.querySelectorAll('.business-card')].slice(0, 3)
      const slugOf = (card: Element) => card.querySelector('h3 a')?.getAttribute('href')?.split('/').at(-1) ?? ''
      const rows = await queryRows<{
        slug: string
        name: string
        text: string
        trades: string[]
        branch: string | null
      }>(
        db,
        sql`
          SELECT v.business_slug AS slug, v.name, v.service_branch AS branch,
            concat_ws(' ', v.name, v.tagline, v.description, v.products_services) AS text,
            to_jsonb(ARRAY(SELECT trade_id FROM business_trades t WHERE t.business_id = v.id)) AS trades
          FROM public_businesses_view v
          WHERE v.business_slug IN (SELECT jsonb_array_elements_text(${JSON.stringify(cards.map(slugOf))}::jsonb))`,
      )
      const firms = cards.map((card) => {
        const row = rows.find(({ slug }) => slug === slugOf(card))
        return {
          name: row?.name ?? '',
          text: row?.text ?? '',
          trades: [...(row?.trades ?? []), tradeOf(slugOf(card))],
          branch: row?.branch ?? '',
        }
      })
      const notes = [...document.querySelectorAll('.search-notes p')].map(textOf)
      const answer = { count: textOf(document.querySelector('.count-line h2')), notes, firms }
      const shown = JSON.stringify(answer)
      expect(firms.length, shown).toBeGreaterThan(0)
      // Behind them come those who mention it.
      for (const firm of firms.slice(0, meant)) expect(firm.trades, shown).toContain(trade)
      expect(notes.join(' '), shown).not.toMatch(/Did you mean|Showing results for/)
      if (says) expect(notes.join(' '), shown).toMatch(says)
      expect(isRight?.(answer) ?? true, shown).toBe(true)
    })
  }
  await handle.close()
})
