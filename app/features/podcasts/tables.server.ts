import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'

/** One podcast a host. */
export const podcasts = pgTable(
  'podcasts',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** Its address below /podcasts, made of the first title it had. */
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    tagline: text('tagline'),
    description: text('description'),
    /** Key of the largest file in the bucket `podcast-media`. */
    coverImageUrl: text('cover_image_url'),
    /** Of the cover: pixels of the largest file and its colour (`#rrggbb`), null without a cover. */
    coverWidth: integer('cover_width'),
    coverHeight: integer('cover_height'),
    coverColour: text('cover_colour'),
    /** Key of the whole cover in the bucket `masters`. */
    coverMasterKey: text('cover_master_key'),
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
    updatedAt: timestamp('updated_at', { withTimezone: true }),
  },
  (table) => [index('podcasts_active_created_at_index').on(table.isActive, table.createdAt)],
)

const podcastId = () =>
  uuid('podcast_id')
    .notNull()
    .references(() => podcasts.id, { onDelete: 'cascade' })

/** What is known of the feed of a podcast that names one. */
export const podcastFeeds = pgTable(
  'podcast_feeds',
  {
    podcastId: podcastId().primaryKey(),
    /** The address it was read from, which the podcast may have left behind meanwhile. */
    url: text('url').notNull(),
    /** As the feed's server gave them with the last good copy, to ask whether there is a newer one. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** When the last good copy came, or was said to be the newest still; null before the first. */
    fetchedAt: timestamp('fetched_at', { withTimezone: true }),
    /** When it was last tried. */
    triedAt: timestamp('tried_at', { withTimezone: true }),
    /** Why the last try failed, in words for its host; null where it did not. */
    failure: text('failure'),
    /** How many tries have failed in a row. */
    failures: integer('failures').notNull().default(0),
    /** When it is to be read next. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('podcast_feeds_due_at_index').on(table.dueAt)],
)

/** The latest episodes of the last good copy of a feed. */
export const podcastEpisodes = pgTable(
  'podcast_episodes',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    podcastId: podcastId(),
    /** What the feed knows the episode by. */
    guid: text('guid').notNull(),
    title: text('title').notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    durationSeconds: integer('duration_seconds'),
    /** Null where the feed gives no audio that can be played here. */
    audioUrl: text('audio_url'),
    audioType: text('audio_type'),
    /** The episode's own page. */
    pageUrl: text('page_url'),
    /** Its place in the feed, newest first, from 0. */
    position: integer('position').notNull(),
  },
  (table) => [
    unique('podcast_episodes_guid_unique').on(table.podcastId, table.guid),
    index('podcast_episodes_position_index').on(table.podcastId, table.position),
  ],
)
