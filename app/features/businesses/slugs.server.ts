import { type Database, isTaken } from '#app/platform/.server/database.ts'
import { selectTakenSlugs } from './queries.server.ts'
import { makeSlug, makeSlugUnique, slugCandidates } from './rules.ts'

/** An address for a business that no other one has or had. */
export async function findFreeSlug(
  transaction: Database,
  business: { id: string; name: string; city: string | null },
): Promise<string> {
  const wished = makeSlug(business.name, business.city)
  for (let count = 10; ; count *= 10) {
    const candidates = slugCandidates(wished).take(count).toArray()
    const taken = await selectTakenSlugs(transaction, candidates, business.id)
    if (taken.size < count) return makeSlugUnique(wished, (slug) => taken.has(slug))
  }
}

/** Two may find the same address free and take it at once: then one of them looks again, in a new transaction. */
export async function withFreeSlug<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 10 || !isTaken(error, 'businesses_business_slug_unique')) throw error
    }
  }
}
