import type { Picture } from '#app/lib/pictures.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { VideoLink } from '#app/lib/videos.ts'
import type { Episode, FeedStatus } from './feed-schema.ts'
import type { PodcastValues } from './form-schema.ts'
import type { PodcastStatus } from './rules.ts'

/** Characters at most. */
export const lengths = { line: 200, longText: 5_000, link: 300, excerpt: 240 } as const

/** Bytes of a cover that somebody sends. */
export const coverBytes = 5 * 1024 * 1024

/** What a browser offers to choose from. HEIC is left out on purpose: phones then send a JPEG of it. */
export const coverTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** Where a cover is sent to. */
export const coverPath = '/my-podcast/cover'

/** A member's own podcast, at a glance. */
export interface OwnPodcast {
  title: string
  isActive: boolean
  slug: string
}

/** A member's own podcast, with all that its form shows. */
export interface PodcastDetails extends OwnPodcast {
  values: PodcastValues
  /** Says what the values are, so that a form that was shown before they changed is known. */
  version: string
  cover: Picture | null
  feed: (FeedStatus & { episodes: number /** Of these, how many cannot be played here. */; silent: number }) | null
}

/** A card of the public list. */
export interface PodcastCard {
  slug: string
  title: string
  tagline: string | null
  /** The beginning of what it says of itself. */
  excerpt: string | null
  cover: Picture | null
  spotifyUrl: string | null
  appleUrl: string | null
}

export interface PodcastList {
  podcasts: PodcastCard[]
  total: number
  /** From 1. */
  page: number
  pageCount: number
}

/** Where a podcast can be listened to. */
export interface ListenLink {
  service: 'spotify' | 'apple' | 'youtube' | 'rss'
  url: string
}

/** A podcast's own page. */
export interface PodcastPage {
  id: string
  slug: string
  title: string
  tagline: string | null
  description: string | null
  cover: Picture | null
  listen: ListenLink[]
  featuredEpisode: VideoLink | null
  /** As the product writes days; null where its host has not said. */
  launched: string | null
  launchDate: string | null
  episodes: Episode[]
}

/** A podcast as one reader sees it. */
export interface SeenPodcast {
  podcast: PodcastPage
  status: PodcastStatus
  isHost: boolean
  isAdmin: boolean
}

export const messages = {
  created: { title: 'Podcast created successfully' },
  updated: { title: 'Podcast updated successfully' },
  notListed: {
    title: 'Error loading podcasts',
    description: 'The podcasts could not be loaded. Please try again in a moment.',
    bad: true,
  },
  notLoaded: {
    title: 'Error loading podcast',
    description: 'The podcast could not be loaded. Please try again in a moment.',
    bad: true,
  },
  notStored: 'Your podcast could not be stored. Please try again in a moment.',
  changedMeanwhile:
    'Your podcast was changed elsewhere while you were editing. Nothing was overwritten. Save once more to keep what stands here.',
  tooManySaves: (minutes: number) =>
    `You have saved many times. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  coverUploaded: { title: 'Cover uploaded successfully' },
  coverDeleted: { title: 'Cover deleted successfully' },
  coverGone: { title: 'Not found', description: 'This cover is not there any more.', bad: true },
  uploadFailed: {
    title: 'Upload failed',
    description: 'The cover could not be stored. Please try again in a moment.',
    bad: true,
  },
  deleteFailed: { title: 'Delete failed', description: 'Please try again in a moment.', bad: true },
  visibilityFailed: {
    title: 'Error saving podcast',
    description: 'The podcast was not changed. Please try again in a moment.',
    bad: true,
  },
} as const

/** The toast for a podcast that could not be saved, from the first message of what is wrong with it. */
export function explainPodcast([description]: string[] = []): ToastMessage {
  return { title: 'Error saving podcast', ...(description && { description }), bad: true }
}

/** The toast for a cover that is not taken. */
export function coverRefusal(reason: 'type' | 'size' | 'pixels'): ToastMessage {
  if (reason === 'type') return { title: 'Invalid file type', description: 'Please upload an image file', bad: true }
  const description = reason === 'size' ? 'Cover must be under 5MB' : 'Cover must be under 50 million pixels'
  return { title: 'File too large', description, bad: true }
}

export function tooManyUploads(minutes: number): ToastMessage {
  const description = `Too many covers at once. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return { title: 'Upload failed', description, bad: true }
}

/** What is said of a podcast that was made visible or hidden: to its host, and to an admin. */
export function visibilityMessage(status: PodcastStatus, whose: 'own' | 'any'): ToastMessage {
  const it = whose === 'own' ? 'Your podcast' : 'The podcast'
  switch (status) {
    case 'public':
      return { title: 'Podcast Activated', description: `${it} is now visible to everyone` }
    case 'hidden':
      return { title: 'Podcast Deactivated', description: `${it} is hidden from everyone else` }
    case 'suspended':
      return {
        title: 'Podcast Activated',
        description: `${it} will be visible once its host is not suspended any more`,
      }
  }
}
