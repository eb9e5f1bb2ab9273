import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { podcastSchema } from './form-schema.ts'
import { invalidPodcastToast, podcastCoverRefusedToast } from './model.ts'

const errorsOf = (form: Record<string, string>) => {
  const parsed = podcastSchema.safeParse(form)
  return parsed.success ? {} : z.flattenError(parsed.error).fieldErrors
}

describe('the form', () => {
  // spec: 130.1
  test('requires a title', () => {
    expect(errorsOf({})).toEqual({ title: ['Title is required'] })
    expect(errorsOf({ title: ' \u200b ' })).toEqual({ title: ['Title is required'] })
    expect(invalidPodcastToast(['Title is required'])).toEqual({
      title: 'Error saving podcast',
      description: 'Title is required',
      bad: true,
    })
  })

  test('trims its fields and turns empty ones into null', () => {
    expect(podcastSchema.parse({ title: '  Out  of step ', tagline: '', description: ' One\r\n\r\nTwo ' })).toEqual({
      title: 'Out of step',
      tagline: null,
      description: 'One\n\nTwo',
      spotifyUrl: null,
      appleUrl: null,
      youtubeUrl: null,
      rssFeedUrl: null,
      featuredEpisodeUrl: null,
      launchDate: null,
    })
  })

  test('accepts the maximum lengths', () => {
    const link = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
    const whole = { title: 't'.repeat(200), tagline: 'g'.repeat(200), description: 'd'.repeat(5_000) }
    expect(errorsOf({ ...whole, spotifyUrl: link(2_000) })).toEqual({})
    expect(
      errorsOf({
        title: 't'.repeat(201),
        tagline: 'g'.repeat(201),
        description: 'd'.repeat(5_001),
        spotifyUrl: link(2_001),
      }),
    ).toEqual({
      title: ['Title must be at most 200 characters'],
      tagline: ['Tagline must be at most 200 characters'],
      description: ['Description must be at most 5,000 characters'],
      spotifyUrl: ['Spotify must be at most 2,000 characters'],
    })
  })

  test.each(['spotifyUrl', 'appleUrl', 'youtubeUrl', 'rssFeedUrl', 'featuredEpisodeUrl'] as const)(
    'accepts a web address or nothing for %s',
    (field) => {
      const read = (value: string) => podcastSchema.parse({ title: 'T', [field]: value })[field]
      expect(read('https://elsewhere.example/show')).toBe('https://elsewhere.example/show')
      expect(read('www.example.co.uk/show')).toBe('https://www.example.co.uk/show')
      for (const bad of ['javascript:alert(1)', 'ftp://example.com/feed', 'my show', 'https://user:word@example.com']) {
        expect(errorsOf({ title: 'T', [field]: bad })).toEqual({
          [field]: [expect.stringContaining('must be a web address')],
        })
      }
    },
  )
})

// spec: 186.3
test('a refused cover has a message', () => {
  expect(podcastCoverRefusedToast('type')).toEqual({
    title: 'Invalid file type',
    description: 'Please upload an image file',
    bad: true,
  })
  expect(podcastCoverRefusedToast('size')).toEqual({
    title: 'File too large',
    description: 'Cover must be under 5MB',
    bad: true,
  })
})
