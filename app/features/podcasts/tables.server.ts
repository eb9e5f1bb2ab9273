import { sql } from 'drizzle-orm'
import { boolean, date, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'

/** One podcast a host. */
export const podcasts = pgTable(
  'podcasts',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    title: text('title').notNull(),
    tagline: text('tagline'),
    description: text('description'),
    /** Key in the bucket `podcast-media`. */
    coverImageUrl: text('cover_image_url'),
    spotifyUrl: text('spotify_url'),
    appleUrl: text('apple_url'),
    youtubeUrl: text('youtube_url'),
    rssFeedUrl: text('rss_feed_url'),
    featuredEpisodeUrl: text('featured_episode_url'),
    launchDate: date('launch_date'),
    hostProfileId: uuid('host_profile_id')
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('podcasts_active_created_at_index').on(table.isActive, table.createdAt)],
)
