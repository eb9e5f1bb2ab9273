import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findBusinessOf } from './queries.server.ts'
import { logoOf } from './rules.ts'
import type { OwnBusiness } from './schema.ts'

/** The actor's own business; null where there is none. */
export async function getOwnBusiness(platform: Platform, actor: Actor | null): Promise<OwnBusiness | null> {
  const row = await findBusinessOf(platform.db, requireActor(actor).userId)
  if (!row) return null
  const { slug, name, city, county, isActive } = row
  return { slug, name, city, county, isActive: isActive ?? true, logo: logoOf(row) }
}
