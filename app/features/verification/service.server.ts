import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countDocumentsOf } from './queries.server.ts'

/** How many of the actor's own documents are still held. */
export async function countOwnDocuments(platform: Platform, actor: Actor | null): Promise<number> {
  return countDocumentsOf(platform.db, requireActor(actor).userId)
}
