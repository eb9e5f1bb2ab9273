import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countDocumentsOf, findServiceDetails, listDocuments } from './queries.server.ts'
import type { DocumentView, ServiceDetails } from './schema.ts'

/** How many of the actor's own documents are still held. */
export async function countOwnDocuments(platform: Platform, actor: Actor | null): Promise<number> {
  return countDocumentsOf(platform.db, requireActor(actor).userId)
}

/** The actor's own documents that are still held, newest first. */
export async function getOwnDocuments(platform: Platform, actor: Actor | null): Promise<DocumentView[]> {
  return listDocuments(platform.db, requireActor(actor).userId)
}

/** What the actor has said of their own service; null where nothing is saved. */
export async function getServiceDetails(platform: Platform, actor: Actor | null): Promise<ServiceDetails | null> {
  return findServiceDetails(platform.db, requireActor(actor).userId)
}
