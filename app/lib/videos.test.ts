import { describe, expect, test } from 'vitest'
import { readCases } from '#tests/world/read-cases.ts'
import { parseVideoLink } from './videos.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'
const vimeo = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'

describe('parseVideoLink', () => {
  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=30',
    'http://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])('embeds %s without cookies', (url) => {
    expect(parseVideoLink(url)).toEqual({ kind: 'youtube', url, embedUrl: youtube })
  })

  test.each([
    'https://vimeo.com/76979871',
    'https://www.vimeo.com/76979871/about',
    'https://player.vimeo.com/video/76979871?h=none',
  ])('embeds %s without tracking', (url) => {
    expect(parseVideoLink(url)).toEqual({ kind: 'vimeo', url, embedUrl: vimeo })
  })

  test.each([
    'https://www.youtube.com/@fernhollow',
    'https://www.youtube.com/watch?v=tooshort',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload',
    'https://youtu.be/',
    'https://youtube.com.elsewhere.example/watch?v=dQw4w9WgXcQ',
    'https://elsewhere.example/watch?v=dQw4w9WgXcQ',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/123',
    'https://fernhollow.example/film.mp4',
  ])('only links to %s', (url) => {
    expect(parseVideoLink(url)).toEqual({ kind: 'link', url })
  })

  test.each([
    null,
    undefined,
    '',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'youtube.com/watch?v=dQw4w9WgXcQ',
  ])('shows nothing for %j', (value) => {
    expect(parseVideoLink(value)).toBeNull()
  })
})

// spec: world.13.6
test.each(readCases('videos.txt'))('$typed is embedded as its owner shares it', ({ typed, right: [embedUrl] }) => {
  expect(parseVideoLink(typed)).toMatchObject({ kind: typed.includes('vimeo') ? 'vimeo' : 'youtube', embedUrl })
})
