import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { uploadPlaces } from '../database/tables.ts'

/** What counts how many of something there are, and how many there may be. */
export interface UploadedItemsLimit {
  /** What tells it from every other. */
  name: string
  maximum: number
  count: (db: Database) => Promise<number>
}

/** The place of one upload under way. It is in the database, so that all processes see it, and ends by itself if its process dies. */
export interface MemberUploadSlot {
  /** Reserves room in a list; false if it is full with what is stored and what others have reserved. */
  reserve: (list: UploadedItemsLimit) => Promise<boolean>
  /** Gives the room back in the transaction that stores what it was for. */
  settle: (transaction: Database) => Promise<void>
  release: () => Promise<void>
}

/** How many uploads a member may have under way. */
const places = [1, 2]

/** Longer than a body may take to arrive and a picture to be encoded. */
const lastsMinutes = 6

const isOpen = gt(uploadPlaces.expiresAt, sql`now()`)

/** Takes a place for an upload of a member; null where as many are under way as one may have. */
export async function takeMemberUploadSlot(db: Database, memberId: string): Promise<MemberUploadSlot | null> {
  const id = await takePlace(db, memberId)
  if (!id) return null
  const own = eq(uploadPlaces.id, id)
  return {
    reserve: ({ name, maximum, count }) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`upload ${name}`}, 0))`)
        // First what is stored: what is being stored meanwhile is then counted once or not at all, and again when it is stored.
        const stored = await count(transaction)
        const others = and(eq(uploadPlaces.list, name), ne(uploadPlaces.id, id), isOpen)
        if (stored + (await transaction.$count(uploadPlaces, others)) >= maximum) return false
        await transaction.update(uploadPlaces).set({ list: name }).where(own)
        return true
      }),
    settle: async (transaction) => {
      await transaction.update(uploadPlaces).set({ list: null }).where(own)
    },
    release: async () => {
      await db.delete(uploadPlaces).where(own)
    },
  }
}

async function takePlace(db: Database, memberId: string): Promise<string | null> {
  const expiresAt = sql`now() + make_interval(mins => ${lastsMinutes}::int)`
  for (const place of places) {
    const [taken] = await db
      .insert(uploadPlaces)
      .values({ memberId, place, expiresAt })
      .onConflictDoUpdate({
        target: [uploadPlaces.memberId, uploadPlaces.place],
        set: { id: sql`excluded.id`, list: null, expiresAt },
        setWhere: sql`${uploadPlaces.expiresAt} <= now()`,
      })
      .returning({ id: uploadPlaces.id })
    if (taken) return taken.id
  }
  return null
}

/** Deletes the places of a member who leaves. */
export async function deleteUploadSlotsOfMember(transaction: Database, memberId: string): Promise<void> {
  await transaction.delete(uploadPlaces).where(eq(uploadPlaces.memberId, memberId))
}

/** Deletes places whose process died. */
export async function deleteExpiredUploadSlots(db: Database): Promise<void> {
  await db.delete(uploadPlaces).where(lt(uploadPlaces.expiresAt, sql`now()`))
}
