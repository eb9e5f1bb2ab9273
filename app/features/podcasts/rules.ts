import { type Picture, pictureOf } from '#app/lib/pictures.ts'

/** How a podcast stands: seen by everyone, or by its host and admins alone, and why. */
export type PodcastStatus = 'public' | 'hidden' | 'suspended'

/** What stands between a podcast and the public. */
export function statusOf(podcast: { isActive: boolean; isHostSuspended: boolean }): PodcastStatus {
  if (!podcast.isActive) return 'hidden'
  return podcast.isHostSuspended ? 'suspended' : 'public'
}

/** A cover as the table keeps it, for a screen; null where there is none. */
export function coverOf(row: {
  coverImageUrl: string | null
  coverWidth: number | null
  coverHeight: number | null
  coverColour: string | null
}): Picture | null {
  const { coverImageUrl: key, coverWidth: width, coverHeight: height, coverColour: colour } = row
  return key && width && height && colour ? pictureOf('podcast-media', { key, width, height, colour }) : null
}

/** Whether a text is a day, as 2026-11-21, on which a podcast may have begun or is to begin. */
export function isPossibleLaunch(day: string, now: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return false
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + 2)
  return day >= '2000-01-01' && day <= latest.toISOString().slice(0, 10)
}

/** The address of a page of the public list. */
export function listPath(page: number): string {
  return page > 1 ? `/podcasts?page=${page}` : '/podcasts'
}

/** A length or a place in a sound as a clock shows it: '4:05', '1:02:09'. */
export function clockOf(seconds: number): string {
  const { hours, minutes, rest } = parts(seconds)
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The same in words, for those who hear it: '1 hour 2 minutes 9 seconds'. */
export function spokenTime(seconds: number): string {
  const { hours, minutes, rest } = parts(seconds)
  const counted = (number: number, one: string) => (number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'}`])
  const words = [...counted(hours, 'hour'), ...counted(minutes, 'minute'), ...counted(rest, 'second')]
  return words.join(' ') || '0 seconds'
}

/** How long a sound is, in words: to the minute, but for the shortest. */
export function spokenLength(seconds: number): string {
  return spokenTime(seconds < 60 ? seconds : Math.round(seconds / 60) * 60)
}

function parts(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return { hours: Math.floor(whole / 3_600), minutes: Math.floor(whole / 60) % 60, rest: whole % 60 }
}
