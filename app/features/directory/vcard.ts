import type { PublicBusinessPageData } from './model.ts'

/**
 * Writes a listed business as vCard 3.0, the version that every address book reads.
 * @param url the URL of its page
 */
export function businessVcard(business: PublicBusinessPageData, url: string): string {
  const { name, tagline, industryName, streetAddress, city, county, postcode, phone, email, websiteUrl } = business
  const address = ['', '', streetAddress, city, county, postcode, 'United Kingdom']
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    // Empty, as a company has no family name, but required.
    property('N', ['', '', '', '', '']),
    property('FN', name),
    property('ORG', [name]),
    'X-ABShowAs:COMPANY',
    property('CATEGORIES', industryName),
    property('TEL;TYPE=WORK,VOICE', phone?.uri ? phone.international : null),
    property('EMAIL;TYPE=INTERNET,WORK', email),
    streetAddress || city || county || postcode ? property('ADR;TYPE=WORK', address) : null,
    property('URL;TYPE=WORK', websiteUrl),
    property('URL;TYPE=Muster', url),
    ...business.socialLinks.map((link) => property(`X-SOCIALPROFILE;TYPE=${link.network}`, link.url)),
    property('NOTE', tagline),
    property('UID', url),
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line ? `${fold(line)}\r\n` : [])).join('')
}

/** A property with a value or with components; null for an empty value. */
function property(name: string, value: string | null | (string | null)[]): string | null {
  if (value === null || value === '') return null
  const parts = Array.isArray(value) ? value : [value]
  return `${name}:${parts.map((part) => escapeText(part ?? '')).join(';')}`
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')
}

/** Folds a line at 75 bytes, between characters. Continuation lines start with a space. */
function fold(line: string): string {
  const folded: string[] = []
  let current = ''
  let room = 75
  for (const character of line) {
    const bytes = new TextEncoder().encode(character).length
    if (bytes > room) {
      folded.push(current)
      current = ' '
      room = 74
    }
    current += character
    room -= bytes
  }
  return [...folded, current].join('\r\n')
}
