import { againWhenTaken, type Database } from '#app/platform/.server/database.ts'
import { selectTakenSlugs } from './queries.server.ts'
import { findUntakenSlug, makeSlug } from './rules.ts'

/** An address for a business that no other one has or had. */
export function findFreeSlug(
  transaction: Database,
  business: { id: string; name: string; city: string | null },
): Promise<string> {
  return findUntakenSlug(makeSlug(business.name, business.city), (slugs) =>
    selectTakenSlugs(transaction, slugs, business.id),
  )
}

/** Two may find the same address free and take it at once: then one of them looks again, in a new transaction. */
export function withFreeSlug<Result>(act: () => Promise<Result>): Promise<Result> {
  return againWhenTaken(['businesses_business_slug_unique'], act)
}
