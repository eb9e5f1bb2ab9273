import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { tooManyPixelsAdvice } from '#app/lib/picture-limits.ts'
import type { Picture } from '#app/lib/pictures.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import type { VideoLink } from '#app/lib/videos.ts'
import type { PodcastEpisode, PodcastFeedStatus } from './feed/model.ts'
import type { PodcastValues } from './form-schema.ts'
import type { PodcastStatus } from './rules.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    podcasts: 'podcast' | 'visibility' | 'remove-cover' | 'undo-cover'
  }
}

/** Maximum size of an uploaded cover in bytes. */
export const podcastCoverMaxBytes = 5 * 1024 * 1024

/** A member's own podcast, for the dashboard. */
export interface OwnPodcastSummary {
  title: string
  isActive: boolean
  slug: string
}

/** A member's own podcast, for its form. */
export interface OwnPodcastDetails extends OwnPodcastSummary {
  values: PodcastValues
  /** A hash of the values, to detect changes made elsewhere since the form was shown. */
  version: string
  cover: Picture | null
  feed: PodcastFeedDetails | null
}

export interface PodcastFeedDetails extends PodcastFeedStatus {
  /** The number of episodes shown. */
  episodes: number
  /** How many of them cannot be played here. */
  unplayable: number
}

/** A card of the public list. */
export interface ListedPodcast {
  slug: string
  title: string
  tagline: string | null
  /** The beginning of the description. */
  excerpt: string | null
  cover: Picture | null
  spotifyUrl: string | null
  appleUrl: string | null
}

export interface PagedPublicPodcasts {
  podcasts: ListedPodcast[]
  total: number
  /** From 1. */
  page: number
  pageCount: number
}

/** A service where a podcast can be listened to. */
export interface PodcastListenLink {
  service: 'spotify' | 'apple' | 'youtube' | 'rss'
  url: string
}

/** The data of a podcast's page. */
export interface PodcastPageData {
  id: string
  slug: string
  title: string
  tagline: string | null
  description: string | null
  cover: Picture | null
  listen: PodcastListenLink[]
  featuredEpisode: VideoLink | null
  /** The formatted launch date; null if not set. */
  launched: string | null
  launchDate: string | null
  episodes: PodcastEpisode[]
}

/** A podcast's page with what depends on the visitor. */
export interface PodcastView {
  podcast: PodcastPageData
  status: PodcastStatus
  isHost: boolean
  isAdmin: boolean
}

export const podcastToasts = {
  created: { title: 'Podcast created successfully' },
  updated: { title: 'Podcast updated successfully' },
  notListed: {
    title: 'Error loading podcasts',
    description: 'The podcasts could not be loaded. Try again in a moment.',
    bad: true,
  },
  notLoaded: {
    title: 'Error loading podcast',
    description: 'The podcast could not be loaded. Try again in a moment.',
    bad: true,
  },
  notStored: failureToast('Error saving podcast', 'Your podcast could not be saved. Try again in a moment.'),
  changedMeanwhile:
    'Your podcast was changed elsewhere while you were editing. Nothing was overwritten. Save again to keep what you see here.',
  tooManySaves: (minutes: number) =>
    `You have saved too many times. Try again in ${formatCountWithNoun(minutes, 'minute')}.`,
  coverUploaded: { title: 'Cover uploaded successfully' },
  coverRestored: { title: 'Success', description: 'The cover is back.' },
  tooLateToUndo: { title: 'Not found', description: 'It is too late to undo this.', bad: true },
  coverDeleted: { title: 'Cover deleted successfully' },
  coverGone: { title: 'Not found', description: 'This cover no longer exists.', bad: true },
  uploadFailed: {
    title: 'Upload failed',
    description: 'The cover could not be saved. Try again in a moment.',
    bad: true,
  },
  deleteFailed: { title: 'Delete failed', description: 'Try again in a moment.', bad: true },
  visibilityFailed: {
    title: 'Error saving podcast',
    description: 'The podcast was not changed. Try again in a moment.',
    bad: true,
  },
} as const

/** The toast for a podcast that could not be saved, with the first error message. */
export function invalidPodcastToast([description]: string[] = []): ToastMessage {
  return failureToast(podcastToasts.notStored.title, description)
}

/** Why a cover was refused: not a picture, too many bytes, or too many pixels. */
export type PodcastCoverRefusal = 'type' | 'size' | 'pixels'

/** The toast for a refused cover. */
export function podcastCoverRefusedToast(reason: PodcastCoverRefusal): ToastMessage {
  if (reason === 'type') return { title: 'Invalid file type', description: 'Please upload an image file', bad: true }
  const description =
    reason === 'size' ? 'Cover must be under 5MB' : `Cover has too many pixels for us to read. ${tooManyPixelsAdvice}`
  return { title: 'File too large', description, bad: true }
}

export function tooManyPodcastCoverUploadsToast(minutes: number): ToastMessage {
  const description = `Too many covers at once. Try again in ${formatCountWithNoun(minutes, 'minute')}.`
  return { title: 'Upload failed', description, bad: true }
}

/** The toast after showing or hiding a podcast, for its host ('own') or an admin ('any'). */
export function podcastVisibilityToast(status: PodcastStatus, whose: 'own' | 'any'): ToastMessage {
  const it = whose === 'own' ? 'Your podcast' : 'The podcast'
  switch (status) {
    case 'public':
      return { title: 'Podcast Activated', description: `${it} is now visible to everyone` }
    case 'hidden':
      return { title: 'Podcast Deactivated', description: `${it} is hidden from everyone else` }
    case 'suspended':
      return {
        title: 'Podcast Activated',
        description: `${it} will be visible once its host is reinstated`,
      }
  }
}
