import { describe, expect, test } from 'vitest'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import { barePage as bare } from '#tests/factories/business-pages.ts'
import { businessVcard } from './vcard.ts'

const url = 'https://muster.example/business/fern-kendal'

describe('businessVcard', () => {
  test('of an empty business contains its name and page', () => {
    expect(businessVcard(bare, url)).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:;;;;',
        'FN:Fern',
        'ORG:Fern',
        'X-ABShowAs:COMPANY',
        `URL;TYPE=Muster:${url}`,
        `UID:${url}`,
        'END:VCARD',
        '',
      ].join('\r\n'),
    )
  })

  test('contains all contact details', () => {
    const card = businessVcard(
      {
        ...bare,
        phone: parseTelephone('Office: 0113 496 0123 ext 204 (9-5)'),
        email: 'hello@fern.example',
        websiteUrl: 'https://fern.example/',
        streetAddress: '1, High Street',
        city: 'Kendal',
        postcode: 'LA9 4XX',
        tagline: 'Tables; chairs',
        industryName: 'Arts & Crafts',
        socialLinks: [{ network: 'facebook', url: 'https://www.facebook.com/fern' }],
      },
      url,
    )
    for (const line of [
      'TEL;TYPE=WORK,VOICE:+44 113 496 0123 ext. 204',
      'EMAIL;TYPE=INTERNET,WORK:hello@fern.example',
      'URL;TYPE=WORK:https://fern.example/',
      'ADR;TYPE=WORK:;;1\\, High Street;Kendal;;LA9 4XX;United Kingdom',
      'NOTE:Tables\\; chairs',
      'CATEGORIES:Arts & Crafts',
      'X-SOCIALPROFILE;TYPE=facebook:https://www.facebook.com/fern',
    ]) {
      expect(card).toContain(`\r\n${line}\r\n`)
    }
  })

  test('escapes texts, so that they cannot end a line or start a property', () => {
    const card = businessVcard({ ...bare, name: 'A\\B;C,D\r\nTEL:999\u0007\rX', tagline: '\n\nEND:VCARD' }, url)
    expect(card).toContain('\r\nFN:A\\\\B\\;C\\,D\\nTEL:999 \\nX\r\n')
    expect(card.match(/^(TEL|END)/gm)).toEqual(['END'])
    expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  test('folds long lines at 75 bytes, between characters', () => {
    const name = 'Caff\u00ee M\u00f4n \ud83d\ude80 '.repeat(20).trim()
    const lines = businessVcard({ ...bare, name }, url).split('\r\n')
    for (const line of lines) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`\r\nFN:${name}\r\n`)
  })
})
