import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ReactElement, ReactNode } from 'react'
import type satori from 'satori'
import { nationalGridToUkMapPoint, ukMapSize } from '#app/lib/country.ts'
import { placeholderLogoInitials } from '#app/lib/initials.ts'
import { shortenTextAtWord } from '#app/lib/page-meta.ts'
import { type Picture, storedFileUrl } from '#app/lib/pictures.ts'
import type { Platform } from '../platform.ts'

/** The size in pixels that every network shows uncropped. */
const width = 1200
const height = 630

const colours = {
  paper: '#fbf8f1',
  sand: '#f4eee1',
  ink: '#12213a',
  ink2: '#46526a',
  green: '#2b5b40',
  greenTint: '#e3ede1',
  poppy: '#c2321f',
  /** Of the map: where few, some and many live. */
  low: '#b5b0a6',
  mid: '#6d7586',
  dense: '#12213a',
}

export interface SocialPictureContent {
  title: string
  /** Up to three short lines below the title, the most important first. */
  lines: string[]
  /** Text of the green badge, such as the verification status; null for none. */
  badge: string | null
  /** A stored picture, shown above the title. */
  logo: Uint8Array | null
  /** The colour of a tile with the initials of the title, shown where there is no logo; null for no tile. */
  tile: string | null
  /** Where it is on the map, in metres on the National Grid; null for nowhere. */
  position: { x: number; y: number } | null
}

/**
 * Defines the pictures for link previews of things that have a page, such as businesses.
 * @param bucket the bucket of the stored picture that `contentOf` returns as `logo`
 */
export function defineSocialPicture<Subject extends { slug: string }>(
  bucket: 'logo' | 'podcast-media',
  contentOf: (subject: Subject) => Omit<SocialPictureContent, 'logo'> & { logo: Picture | null },
) {
  function describe(subject: Subject) {
    const { logo, ...texts } = contentOf(subject)
    return { texts, key: logo?.src.slice(storedFileUrl(bucket, '').length) }
  }

  /** A hash of what the picture shows. It is part of the URL, so that no shared page shows an outdated picture. */
  function version(subject: Subject): string {
    return createHash('sha256')
      .update(JSON.stringify(describe(subject)))
      .digest('base64url')
      .slice(0, 10)
  }

  return {
    version,

    /** Gets the picture as PNG. Drawing takes a tenth of a second of CPU time, so it is cached. */
    get(
      { pictureCache, storage }: Pick<Platform, 'pictureCache' | 'storage'>,
      subject: Subject,
    ): Promise<Uint8Array<ArrayBuffer>> {
      return pictureCache.getOrLoad(`${bucket}/${subject.slug}?${version(subject)}`, async () => {
        const { texts, key } = describe(subject)
        const file = key ? await storage.read(bucket, key) : null
        return drawSocialPicture({ ...texts, logo: file?.bytes ?? null })
      })
    },
  }
}

type Font = Parameters<typeof satori>[1]['fonts'][number]
let fonts: Promise<Font[]> | null = null

/** Draws the picture for link previews: PNG, 1200 x 630 pixels. Uses our own fonts, so every machine draws the same. */
export async function drawSocialPicture(picture: SocialPictureContent): Promise<Uint8Array<ArrayBuffer>> {
  fonts ??= loadFonts()
  // Loaded with the first picture, as they take 23 MiB.
  const [{ default: sharp }, { default: draw }, { default: country }] = await Promise.all([
    import('sharp'),
    import('satori'),
    import('../../../../public/art/uk-ranks.svg?raw'),
  ])
  const logo =
    picture.logo &&
    `data:image/png;base64,${(await sharp(picture.logo).resize(240, 240, { fit: 'inside' }).png().toBuffer()).toString('base64')}`
  const title = drawable(picture.title)
  const lines = picture.lines.map(drawable).filter(Boolean)
  const svg = await draw(layOut({ ...picture, title, lines }, logo, drawMap(country, picture.position)), {
    width,
    height,
    fonts: await fonts,
  })
  const png = await sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
  return new Uint8Array(png)
}

/** The map of bars with a red one where it is. */
function drawMap(country: string, position: SocialPictureContent['position']): string {
  const bands = (['low', 'mid', 'dense'] as const).map((band) => {
    const [, path] = new RegExp(`id="${band}" d="([^"]*)"`).exec(country) ?? []
    return `<path fill="none" stroke="${colours[band]}" stroke-width="3.5" d="${path}"/>`
  })
  const pin = position && nationalGridToUkMapPoint(position)
  const here =
    pin &&
    `<path fill="${colours.poppy}" stroke="${colours.paper}" stroke-width="3" d="M${pin.x - 5} ${pin.y}v-32h10v32z"/>`
  return svgImage(`0 0 ${ukMapSize.width} ${ukMapSize.height}`, [...bands, here].join(''))
}

/** A row of bars, as they fall in. */
function drawRank(): string {
  const bars = Array.from(
    { length: rank.width / rank.step },
    (_, index) => `M${index * rank.step} 0h4v${rank.height}h-4z`,
  )
  return svgImage(`0 0 ${rank.width} ${rank.height}`, `<path fill="${colours.ink}" d="${bars.join('')}"/>`)
}

function svgImage(viewBox: string, content: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

async function loadFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url)
  const load = async (family: string, name: string, file: string, weight: 400 | 600): Promise<Font> => ({
    name,
    weight,
    style: 'normal',
    data: await readFile(resolve(`@fontsource/${family}/files/${file}.woff`)),
  })
  return Promise.all([
    load('source-serif-4', 'serif', 'source-serif-4-latin-600-normal', 600),
    load('source-serif-4', 'serif-extended', 'source-serif-4-latin-ext-600-normal', 600),
    load('public-sans', 'sans', 'public-sans-latin-400-normal', 400),
    load('public-sans', 'sans-extended', 'public-sans-latin-ext-400-normal', 400),
    load('public-sans', 'sans', 'public-sans-latin-600-normal', 600),
  ])
}

/** More than fits on two lines. Layout time grows fast with the length: 10,000 characters take half a minute. */
const drawnLength = 160

/** Removes characters our fonts lack. They have Latin letters with accents and common symbols. */
function drawable(text: string): string {
  return shortenTextAtWord(
    text.replace(/[^\s\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027\u20ac]/g, ''),
    drawnLength,
  )
}

/** Satori takes objects shaped like React elements; building them by hand avoids a second JSX dialect in this file. */
function box(style: Record<string, unknown>, children: unknown): ReactElement {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } }
}

/** The column with the words, and the row of bars below them. */
const columnWidth = 744
const rank = { width: columnWidth, height: 18, step: 8 }
const mapHeight = 518

function image(src: string, { width, height }: { width: number; height: number }, style = {}) {
  return { type: 'img', props: { src, width, height, style } }
}

function layOut(picture: SocialPictureContent, logo: string | null, map: string): ReactNode {
  return box(
    {
      width,
      height,
      boxSizing: 'border-box',
      alignItems: 'center',
      justifyContent: 'space-between',
      padding: '56px 72px',
      background: colours.paper,
      fontFamily: 'sans, sans-extended',
      color: colours.ink,
    },
    [
      box({ flexDirection: 'column', justifyContent: 'space-between', width: columnWidth, height: mapHeight }, [
        layOutHead(picture, logo),
        layOutText(picture),
        layOutFoot(picture),
      ]),
      image(map, { width: (mapHeight / ukMapSize.height) * ukMapSize.width, height: mapHeight }),
    ],
  )
}

function layOutHead({ title, tile }: SocialPictureContent, logo: string | null): ReactElement {
  const mark = svgImage(
    '0 0 40 42',
    `<path fill="${colours.ink}" d="M0 2l6.4 7.2V40H0zM8.4 11.45l6.4 7.2V40H8.4zM31.6 11.45l-6.4 7.2V40h6.4zM40 2l-6.4 7.2V40H40z"/>` +
      `<path fill="${colours.poppy}" d="M16.8 20.9l3.2 3.6 3.2-3.6V40h-6.4z"/>`,
  )
  const initials = placeholderLogoInitials(title)
  const square = { width: 112, height: 112, borderRadius: 8 }
  return box({ alignItems: 'flex-start', justifyContent: 'space-between' }, [
    box({ alignItems: 'flex-end', fontFamily: 'serif, serif-extended', fontSize: 44 }, [
      image(mark, { width: 56, height: 56 }, { marginRight: 20 }),
      'Muster',
    ]),
    ...(logo
      ? [image(logo, square, { borderRadius: 8, objectFit: 'contain' })]
      : tile && initials
        ? [
            box(
              {
                ...square,
                alignItems: 'center',
                justifyContent: 'center',
                background: tile,
                color: '#ffffff',
                fontFamily: 'serif, serif-extended',
                fontSize: 48,
              },
              initials,
            ),
          ]
        : []),
  ])
}

function layOutText({ title, lines }: SocialPictureContent): ReactElement {
  return box({ flexDirection: 'column' }, [
    box(
      {
        fontFamily: 'serif, serif-extended',
        fontSize: title.length > 60 ? 46 : title.length > 32 ? 58 : 72,
        lineHeight: 1.1,
        letterSpacing: -1,
        lineClamp: 2,
        wordBreak: 'break-word',
        display: 'block',
      },
      title,
    ),
    ...lines.slice(0, 3).map((line, index) =>
      box(
        {
          marginTop: index === 0 ? 18 : 8,
          fontSize: 28,
          lineHeight: 1.3,
          color: colours.ink2,
          lineClamp: index === 0 ? 2 : 1,
          wordBreak: 'break-word',
          display: 'block',
        },
        line,
      ),
    ),
  ])
}

function layOutFoot({ badge }: SocialPictureContent): ReactElement {
  return box({ flexDirection: 'column', alignItems: 'flex-start', fontSize: 26 }, [
    image(drawRank(), rank, { marginBottom: 24 }),
    badge
      ? box(
          {
            background: colours.greenTint,
            color: colours.green,
            padding: '8px 20px',
            fontWeight: 600,
            borderRadius: 4,
          },
          badge,
        )
      : box({ color: colours.ink2 }, 'Free to search, free to be listed'),
  ])
}
