import { describe, expect, test } from 'vitest'
import { toPicture } from '#app/lib/pictures.ts'
import { barePage as bare } from '#tests/factories/business-pages.ts'
import { businessJsonLd } from './json-ld.ts'

const origin = 'https://muster.example'
const url = `${origin}/business/fern-kendal`

const stored = { width: 256, height: 256, colour: '#aabbcc' }

/** All values in an object tree. */
function valuesIn(facts: unknown): unknown[] {
  if (typeof facts !== 'object' || facts === null) return [facts]
  return [facts, ...Object.values(facts).flatMap(valuesIn)]
}

describe('businessJsonLd', () => {
  test('contains all data of a business', () => {
    const facts = businessJsonLd(
      {
        ...bare,
        tagline: 'By hand',
        description: 'We make tables.',
        productsServices: ['Tables', 'Chairs'],
        streetAddress: '1 Sample Street',
        city: 'Kendal',
        county: 'Cumbria',
        postcode: 'LA9 4XX',
        email: 'hello@fern.example',
        phone: { shown: '01632 960123', international: '+44 1632 960123', uri: 'tel:+441632960123', note: null },
        websiteUrl: 'https://fern.example/',
        socialLinks: [{ network: 'facebook', url: 'https://facebook.example/fern' }],
        logo: toPicture('logo', { key: 'b/logo.webp', ...stored }),
        gallery: [{ id: 'one', caption: 'One', ...toPicture('gallery', { key: 'b/one.webp', ...stored }) }],
      },
      url,
      origin,
    )
    expect(facts).toEqual({
      '@type': 'LocalBusiness',
      '@id': url,
      url,
      name: 'Fern',
      slogan: 'By hand',
      description: 'We make tables.',
      telephone: '+44 1632 960123',
      email: 'hello@fern.example',
      logo: `${origin}/files/logo/b/logo.webp`,
      image: [`${origin}/files/logo/b/logo.webp`, `${origin}/files/gallery/b/one.webp`],
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Sample Street',
        addressLocality: 'Kendal',
        addressRegion: 'Cumbria',
        postalCode: 'LA9 4XX',
        addressCountry: 'GB',
      },
      sameAs: ['https://fern.example/', 'https://facebook.example/fern'],
      knowsAbout: ['Tables', 'Chairs'],
    })
  })

  test('leaves out empty fields', () => {
    expect(businessJsonLd(bare, url, origin)).toEqual({ '@type': 'LocalBusiness', '@id': url, url, name: 'Fern' })
  })

  test('contains no empty value, whichever fields are missing', () => {
    for (const partial of [{ city: 'Kendal' }, { tagline: '', city: '', county: 'Cumbria' }, { postcode: 'LA9' }]) {
      const facts = businessJsonLd({ ...bare, ...partial }, url, origin)
      expect(facts).toHaveProperty('address.addressCountry', 'GB')
      for (const value of valuesIn(facts)) {
        expect(value).not.toBeNull()
        expect(value).not.toBe('')
        expect(value).not.toEqual([])
      }
    }
    expect(businessJsonLd({ ...bare, city: '', postcode: '' }, url, origin)).not.toHaveProperty('address')
  })
})
