import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'

/** One podcast per host. */
export const podcasts = pgTable(
  'podcasts',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** Made of the first title. */
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    tagline: text('tagline'),
    description: text('description'),
    /** Key of the largest file in the bucket `podcast-media`. */
    coverImageUrl: text('cover_image_url'),
    /** Pixels of the largest file and average colour (`#rrggbb`) of the cover; null without a cover. */
    coverWidth: integer('cover_width'),
    coverHeight: integer('cover_height'),
    coverColour: text('cover_colour'),
    /** Key of the full-size cover in the private bucket `masters`. */
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
    /** When staff hid it after a report; null otherwise. Its host cannot show it meanwhile. */
    withheldAt: timestamp('withheld_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }),
  },
  (table) => [index('podcasts_active_created_at_index').on(table.isActive, table.createdAt)],
)

const podcastId = () =>
  uuid('podcast_id')
    .notNull()
    .references(() => podcasts.id, { onDelete: 'cascade' })

/** The feed of a podcast, with the result of the last attempt to read it. */
export const podcastFeeds = pgTable(
  'podcast_feeds',
  {
    podcastId: podcastId().primaryKey(),
    /** The URL that it is read from. */
    url: text('url').notNull(),
    /** The validators of the last successful response, for conditional requests. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** When it was last read successfully or reported unchanged; null before the first time. */
    fetchedAt: timestamp('fetched_at', { withTimezone: true }),
    /** When it was last tried. */
    triedAt: timestamp('tried_at', { withTimezone: true }),
    /** Why the last attempt failed, or what was wrong with what it read, as a text for the host; null if all was well. */
    failure: text('failure'),
    /** Since when it has no episodes though some are stored; null otherwise. */
    emptySince: timestamp('empty_since', { withTimezone: true }),
    /** Where it says that it has moved for good, and since when it has said the same; null if it says nothing of the kind. */
    movedTo: text('moved_to'),
    movedSince: timestamp('moved_since', { withTimezone: true }),
    /** The URL that its host gave, if it has moved from there since; null otherwise. */
    movedFrom: text('moved_from'),
    /** How many attempts have failed in a row. */
    failures: integer('failures').notNull().default(0),
    /** When it is read next. While it is being read: when the claim expires. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('podcast_feeds_due_at_index').on(table.dueAt)],
)

/** The latest episodes, from the last successful read of the feed. */
export const podcastEpisodes = pgTable(
  'podcast_episodes',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    podcastId: podcastId(),
    /** The feed's id of the episode, or a hash; see `feed/parse-feed.ts`. */
    guid: text('guid').notNull(),
    title: text('title').notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    durationSeconds: integer('duration_seconds'),
    /** Null if the feed gives no audio that can be played here. */
    audioUrl: text('audio_url'),
    /** Without an `audioUrl` it is the type of the file that `pageUrl` leads to; null for a page. */
    audioType: text('audio_type'),
    /** The episode's own page, or its file if it has none and cannot be played here. */
    pageUrl: text('page_url'),
    /** Its index, newest first, from 0. */
    position: integer('position').notNull(),
  },
  (table) => [
    unique('podcast_episodes_guid_unique').on(table.podcastId, table.guid),
    index('podcast_episodes_position_index').on(table.podcastId, table.position),
  ],
)
