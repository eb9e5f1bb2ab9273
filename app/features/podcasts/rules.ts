import { href } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { type Picture, toPicture } from '#app/lib/pictures.ts'

/** Whether everyone can see a podcast, and if not, why. */
export type PodcastStatus = 'public' | 'hidden' | 'suspended'

/** Whether a podcast is public, and if not, why. */
export function podcastStatusOf(podcast: { isActive: boolean; isHostSuspended: boolean }): PodcastStatus {
  if (!podcast.isActive) return 'hidden'
  return podcast.isHostSuspended ? 'suspended' : 'public'
}

/** Turns the cover columns of a row into a picture; null if there is no cover. */
export function podcastCoverOf(row: {
  coverImageUrl: string | null
  coverWidth: number | null
  coverHeight: number | null
  coverColour: string | null
}): Picture | null {
  const { coverImageUrl: key, coverWidth: width, coverHeight: height, coverColour: colour } = row
  return key && width && height && colour ? toPicture('podcast-media', { key, width, height, colour }) : null
}

/** Whether a text is a plausible launch date, such as '2026-11-21': from 2000 to two years from now. */
export function isPossiblePodcastLaunchDate(day: string, now: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return false
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + 2)
  return day >= '2000-01-01' && day <= latest.toISOString().slice(0, 10)
}

/** The path of a page of the public list. */
export function podcastListPagePath(page: number): string {
  return page > 1 ? `${href('/podcasts')}?page=${page}` : href('/podcasts')
}

/** Formats a duration or a position: '4:05', '1:02:09'. */
export function formatEpisodeTime(seconds: number): string {
  const { hours, minutes, rest } = split(seconds)
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Formats a duration for screen readers: '1 hour 2 minutes 9 seconds'. */
export function formatSpokenEpisodeTime(seconds: number): string {
  const { hours, minutes, rest } = split(seconds)
  const counted = (number: number, one: string) => (number === 0 ? [] : [formatCountWithNoun(number, one)])
  const words = [...counted(hours, 'hour'), ...counted(minutes, 'minute'), ...counted(rest, 'second')]
  return words.join(' ') || '0 seconds'
}

/** Formats the length of an episode, rounded to minutes from a minute on: '1 hour 2 minutes'. */
export function formatEpisodeLength(seconds: number): string {
  return formatSpokenEpisodeTime(seconds < 60 ? seconds : Math.round(seconds / 60) * 60)
}

function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return { hours: Math.floor(whole / 3_600), minutes: Math.floor(whole / 60) % 60, rest: whole % 60 }
}

/** Names of the fields in forms and messages. */
export const podcastFieldLabels = {
  title: 'Title',
  tagline: 'Tagline',
  description: 'Description',
  spotifyUrl: 'Spotify',
  appleUrl: 'Apple Podcasts',
  youtubeUrl: 'YouTube',
  rssFeedUrl: 'RSS feed',
  featuredEpisodeUrl: 'Featured episode',
  launchDate: 'Launch date',
} as const

export type PodcastField = keyof typeof podcastFieldLabels
