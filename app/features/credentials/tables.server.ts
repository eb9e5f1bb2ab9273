import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The code, the badge's address and the status index of one verification of one listing. Triggers write the rows; see
 * `db/migrations/0041_baseline.sql`. None is ever deleted, so that nothing is given out twice. After an erasure only the bare
 * numbers and dates remain.
 */
export const credentials = pgTable(
  'credentials',
  {
    /** Seven characters of the alphabet in `codes.ts`, without the check character. */
    code: text('code').primaryKey(),
    /** Part of the badge's address. */
    badgeKey: uuid('badge_key').notNull().unique().default(sql`gen_random_uuid()`),
    statusList: integer('status_list').notNull(),
    /** The position in the status list; see `credentialStatusListLength`. */
    statusIndex: integer('status_index').notNull(),
    /** Null once the business is deleted. */
    businessId: uuid('business_id').references(() => businesses.id, { onDelete: 'set null' }),
    /** Null once the verification is withdrawn or its member has left. */
    verificationId: uuid('verification_id').references(() => verifications.id, { onDelete: 'set null' }),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    /** Since when the business is not listed; null while it is. */
    unlistedAt: moment('unlisted_at'),
    /** When it ended for good; null while it can still be valid. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    unique('credentials_status_unique').on(table.statusList, table.statusIndex),
    uniqueIndex('credentials_business_id_unique').on(table.businessId).where(sql`ended_at IS NULL`),
    index('credentials_business_id_index').on(table.businessId),
    index('credentials_verification_id_index').on(table.verificationId),
  ],
)

/**
 * Status lists of which nobody knows what was given out, since a backup was restored without its log: every index without a row
 * counts as revoked, and none is given out.
 */
export const closedStatusLists = pgTable('closed_status_lists', { list: integer('list').primaryKey() })

/** The keys that sign credentials. A retired key stays, so that what it signed can still be checked. */
export const credentialKeys = pgTable(
  'credential_keys',
  {
    /** The fragment of its DID URL. */
    id: text('id').primaryKey(),
    /** The public key: 32 bytes in base64url, as `x` of a JWK. */
    publicKey: text('public_key').notNull(),
    /** The private key in PKCS #8, sealed; see `keys-service.server.ts`. Null once it is retired. */
    sealedKey: text('sealed_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Since when it signs nothing any more; null for the one that signs. */
    retiredAt: moment('retired_at'),
  },
  () => [uniqueIndex('credential_keys_current_unique').on(sql`(retired_at IS NULL)`).where(sql`retired_at IS NULL`)],
)
