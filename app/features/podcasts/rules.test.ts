import { describe, expect, test } from 'vitest'
import {
  formatEpisodeLength,
  formatEpisodeTime,
  formatSpokenEpisodeTime,
  isPossiblePodcastLaunchDate,
  podcastCoverOf,
  podcastStatusOf,
} from './rules.ts'

test.each([
  [true, false, 'public'],
  [true, true, 'suspended'],
  [false, false, 'hidden'],
  [false, true, 'hidden'],
])('active %s, its host suspended %s: %s', (isActive, isHostSuspended, status) => {
  expect(podcastStatusOf({ isActive, isHostSuspended })).toBe(status)
})

describe('a launch date', () => {
  const now = new Date('2026-11-21T12:00:00Z')

  test.each(['2000-01-01', '2024-02-29', '2026-11-21', '2028-11-21'])('may be %s', (day) => {
    expect(isPossiblePodcastLaunchDate(day, now)).toBe(true)
  })

  test.each(['1999-12-31', '2028-11-22', '2026-02-29', '2026-13-01', '2026-00-10', '21/11/2026', '12026-01-01', ''])(
    'is not %j',
    (day) => {
      expect(isPossiblePodcastLaunchDate(day, now)).toBe(false)
    },
  )
})

test.each([
  [0, '0:00', '0 seconds'],
  [5.9, '0:05', '5 seconds'],
  [61, '1:01', '1 minute 1 second'],
  [600, '10:00', '10 minutes'],
  [3_600, '1:00:00', '1 hour'],
  [7_384, '2:03:04', '2 hours 3 minutes 4 seconds'],
  [-3, '0:00', '0 seconds'],
])('%d seconds are formatted as %s and %s', (seconds, clock, spoken) => {
  expect([formatEpisodeTime(seconds), formatSpokenEpisodeTime(seconds)]).toEqual([clock, spoken])
})

test.each([
  [45, '45 seconds'],
  [89, '1 minute'],
  [1_925, '32 minutes'],
  [3_725, '1 hour 2 minutes'],
])('%i seconds are formatted as %s', (seconds, words) => {
  expect(formatEpisodeLength(seconds)).toBe(words)
})

test('a cover needs all of its columns', () => {
  const row = { coverImageUrl: 'h/covers/n.webp', coverWidth: 640, coverHeight: 640, coverColour: '#aabbcc' }
  expect(podcastCoverOf(row)).toMatchObject({ src: '/files/podcast-media/h/covers/n.webp', width: 640 })
  expect(podcastCoverOf({ ...row, coverColour: null })).toBeNull()
  expect(podcastCoverOf({ ...row, coverImageUrl: null })).toBeNull()
})
