import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findPodcastOf } from './queries.server.ts'
import type { OwnPodcast } from './schema.ts'

/** The actor's own podcast; null where there is none. */
export function getOwnPodcast(platform: Platform, actor: Actor | null): Promise<OwnPodcast | null> {
  return findPodcastOf(platform.db, requireActor(actor).userId)
}
