import { z } from 'zod'
import { signInEmailSchema } from '#app/features/account/form-schema.ts'
import { businessTradeFieldNames, serviceRadiusMaximum } from '#app/features/businesses/model.ts'
import { isReservedSlug, normaliseCompanyNumber } from '#app/features/businesses/rules.ts'
import { explainInvalidPostcode } from '#app/features/places/resolution-service.server.ts'
import { editDistance } from '#app/lib/edit-distance.ts'
import { parseEmailAddress } from '#app/lib/email.ts'
import { parseWebUrl } from '#app/lib/pasted-links.ts'
import { parseUkPostcode } from '#app/lib/read-postcode.ts'
import { parseTelephone } from '#app/lib/telephones.server.ts'

/** Characters a cell has at most. */
export const importCellMaxLengths = {
  name: 200,
  slug: 100,
  tagline: 200,
  longText: 5_000,
  address: 300,
  link: 2_000,
  phone: 50,
  companyNumber: 20,
  ownerName: 100,
} as const

/** A lookup as the database holds it. */
export type ImportLookupChoices = { id: number; name: string }[]

/** A trade as the database has it. */
export interface ImportTradeChoice {
  id: string
  name: string
  plural: string
  synonyms: string[]
}

export interface ImportLookups {
  industries: ImportLookupChoices
  businessTypes: ImportLookupChoices
  branches: ImportLookupChoices
  relationshipTypes: ImportLookupChoices
  trades: ImportTradeChoice[]
}

/** The text of a cell as everything here compares and keeps it: one kind of line break and of accent, no space around. */
export function tidyImportCell(cell: string): string {
  return cell.replace(/\r\n?/g, '\n').normalize('NFC').trim()
}

/** A tidied text on one line. */
export function foldImportCellToLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** A cell as it may stand in a message: short, and with nothing in it that a terminal would obey. */
export function formatImportCellForMessage(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return `'${shown.replace(/\p{C}/gu, '\uFFFD')}'`
}

/**
 * The columns of a file by name, each a cell: undefined where the file has no such column, null where the cell is empty.
 * Values are those the database keeps, so the name of a lookup gives its id. Only `name` is required.
 */
export function makeImportRowSchema(lookups: ImportLookups) {
  const industry = lookups.industries
  return z.object({
    name: text(importCellMaxLengths.name),
    business_slug: slug(),
    tagline: text(importCellMaxLengths.tagline),
    description: longText(),
    products_services: longText(),
    industry: choice(industry),
    industry_id: choiceById(industry),
    trades: tradeList(lookups.trades),
    business_type: choice(lookups.businessTypes),
    email: email(),
    business_phone_number: telephone(),
    website_url: link(),
    street_address: address(),
    city: text(importCellMaxLengths.address),
    county: text(importCellMaxLengths.address),
    postcode: postcode(),
    shows_street_address: yesOrNo(),
    service_radius: miles(),
    serves_uk: yesOrNo(),
    facebook_url: link(),
    linkedin_url: link(),
    instagram_url: link(),
    twitter_url: link(),
    tiktok_url: link(),
    youtube_url: link(),
    google_business_url: link(),
    company_number: companyNumber(),
    promo_video_url: link(),
    is_active: yesOrNo(),
    created_at: moment(),
    owner_email: signInEmail(),
    owner_first_name: text(importCellMaxLengths.ownerName),
    owner_last_name: text(importCellMaxLengths.ownerName),
    service_branch: choice(lookups.branches),
    relationship_type: choice(lookups.relationshipTypes),
    verified: yesOrNo(),
  })
}

export type ImportRowSchema = ReturnType<typeof makeImportRowSchema>
export type ImportRowCells = z.output<ImportRowSchema>

/** A cell that is read only when it holds text; what cannot be kept is refused with words that follow the column's name. */
function cell<Value>(read: (text: string, refuse: (reason: string) => void) => Value) {
  return z
    .string()
    .transform((raw, context): Value | null => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      // As spreadsheets, and our own downloads, keep figures from being read as a number.
      const text = tidyImportCell(raw)
        .replace(/^="(.*)"$/s, '$1')
        .replace(/^'(?=[=+\-@])/, '')
      if (text === '') return null
      const control = /[\p{Cc}--[\t\n]]/v.exec(text)?.[0]
      if (text.includes('\uFFFD')) {
        refuse(`${formatImportCellForMessage(text)} has characters that are not UTF-8; save the file as 'CSV UTF-8'`)
      } else if (/^-?\d([.,]\d+)?E\+\d+$/i.test(text)) {
        refuse(
          `${formatImportCellForMessage(text)} is a number that a spreadsheet shortened; make the column text, and type it again`,
        )
      } else if (control) {
        const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
        refuse(`${formatImportCellForMessage(text)} has a control character in it (U+${code})`)
      } else {
        return read(text, refuse)
      }
      return null
    })
    .optional()
}

function within(value: string, limit: number, refuse: (reason: string) => void): string {
  if (value.length > limit) {
    refuse(
      `is ${value.length.toLocaleString('en-GB')} characters long; at most ${limit.toLocaleString('en-GB')} are kept`,
    )
  }
  return value
}

/** Figures that another program wrote as a number: '1904555123.0'. */
const untyped = (value: string) =>
  foldImportCellToLine(value)
    .replace(/^'(?=\d)/, '')
    .replace(/^(\d+)\.0+$/, '$1')

/** A number that can be dialled, as it was written, but with the zero that a spreadsheet lost. */
const telephone = () =>
  cell((value, refuse) => {
    const typed = untyped(value)
    const read = parseTelephone(typed)
    if (!read) refuse(`${formatImportCellForMessage(value)} has no telephone number in it that can be dialled`)
    return within(read && /^[1-9]\d{8,}$/.test(typed) ? read.shown : typed, importCellMaxLengths.phone, refuse)
  })

const postcode = () =>
  cell((value, refuse) => {
    const read = parseUkPostcode(value)
    const problem = explainInvalidPostcode(value)
    if (problem) refuse(`${formatImportCellForMessage(value)} ${problem}`)
    return within(
      read && 'kept' in read ? read.kept : foldImportCellToLine(value),
      importCellMaxLengths.address,
      refuse,
    )
  })

const companyNumber = () =>
  cell((value, refuse) => within(normaliseCompanyNumber(untyped(value)), importCellMaxLengths.companyNumber, refuse))

const text = (limit: number) => cell((value, refuse) => within(foldImportCellToLine(value), limit, refuse))

const longText = () => cell((value, refuse) => within(value, importCellMaxLengths.longText, refuse))

/** Lines of an address are joined with commas, as it is shown on one line. */
const address = () =>
  cell((value, refuse) => {
    const lines = value.split('\n').map((each) => each.trim())
    const parts = lines.map((each) => (each.endsWith(',') ? each.slice(0, -1).trimEnd() : each)).filter(Boolean)
    return within(foldImportCellToLine(parts.join(', ')), importCellMaxLengths.address, refuse)
  })

const slug = () =>
  cell((value, refuse) => {
    const lower = value.toLowerCase()
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(lower)) {
      refuse(
        `${formatImportCellForMessage(value)} may hold only the letters a to z, digits and single hyphens between them`,
      )
    }
    if (isReservedSlug(lower)) refuse(`${formatImportCellForMessage(value)} is an address we need ourselves`)
    return within(lower, importCellMaxLengths.slug, refuse)
  })

const email = () =>
  cell((value, refuse) => {
    const address = parseEmailAddress(value)
    if (address === null) refuse(`${formatImportCellForMessage(value)} is not an email address`)
    return address
  })

/** The address of an owner, who is to log in with it. */
const signInEmail = () =>
  cell((value, refuse) => {
    const read = signInEmailSchema.safeParse(value)
    if (read.success) return read.data
    const [issue] = read.error.issues
    refuse(`${formatImportCellForMessage(value)} is refused: ${issue?.message}`)
    return null
  })

/** An address of the web; where only `http://` is missing, as in www.example.co.uk, it is taken to be https. */
const link = () =>
  cell((value, refuse) => {
    const url = parseWebUrl(value)
    if (url === null)
      refuse(`${formatImportCellForMessage(value)} is not a web address that begins with http:// or https://`)
    return within(url ?? '', importCellMaxLengths.link, refuse)
  })

const choice = (choices: ImportLookupChoices) => {
  const ids = new Map(choices.map(({ id, name }) => [name.toLowerCase(), id]))
  return cell((value, refuse) => {
    const id = ids.get(foldImportCellToLine(value).toLowerCase()) ?? null
    if (id === null)
      refuse(`${formatImportCellForMessage(value)} is not one of: ${choices.map(({ name }) => name).join(', ')}`)
    return id
  })
}

const choiceById = (choices: ImportLookupChoices) => {
  const ids = new Map(choices.map(({ id }) => [String(id), id]))
  return cell((value, refuse) => {
    const id = ids.get(value) ?? null
    if (id === null)
      refuse(
        `${formatImportCellForMessage(value)} is not one of: ${choices.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
      )
    return id
  })
}

/** The ids of trades that are given by id, name or plural and parted by ; or , without those given twice. */
const tradeList = (trades: ImportTradeChoice[]) => {
  const ids = new Map(
    trades.flatMap(({ id, name, plural }) => [id, name, plural].map((key) => [key.toLowerCase(), id])),
  )
  const meant = new Map(
    trades.flatMap(({ id, name, plural, synonyms }) =>
      [id, plural, name, ...synonyms].map((spelling) => [spelling.toLowerCase(), name] as const),
    ),
  )
  const explain = (value: string) => {
    const nearest = nearestSpelling(value.toLowerCase(), [...meant.keys()])
    return nearest
      ? `${formatImportCellForMessage(value)} is not a trade; did you mean ${formatImportCellForMessage(meant.get(nearest) ?? nearest)}?`
      : `${formatImportCellForMessage(value)} is not a trade; their names are in content/trades.yaml`
  }
  return cell((value, refuse) => {
    const found = new Set<string>()
    for (const part of value.split(/[;,]/).map((part) => foldImportCellToLine(part.trim()))) {
      if (part === '') continue
      const id = ids.get(part.toLowerCase())
      if (id) found.add(id)
      else refuse(explain(part))
    }
    if (found.size > businessTradeFieldNames.length)
      refuse(`has ${found.size} trades; at most ${businessTradeFieldNames.length} are kept`)
    return [...found]
  })
}

/** The spelling that differs from a word in the fewest letters; null if all differ in more than a third of them. */
function nearestSpelling(word: string, spellings: string[]): string | null {
  const limit = Math.ceil(word.length / 3)
  let nearest: { spelling: string; distance: number } | null = null
  for (const spelling of spellings) {
    // What is far longer or shorter is not compared, which also bounds the work that a long cell takes.
    if (Math.abs(spelling.length - word.length) > limit || word.length > 60) continue
    const distance = editDistance(word, spelling)
    if (distance <= limit && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { spelling, distance }
  }
  return nearest?.spelling ?? null
}

const miles = () =>
  cell((value, refuse) => {
    const isInRange = /^[1-9]\d{0,2}$/.test(value) && Number(value) <= serviceRadiusMaximum
    if (!isInRange)
      refuse(`${formatImportCellForMessage(value)} is not a whole number of miles from 1 to ${serviceRadiusMaximum}`)
    return Number(value)
  })

const yesOrNo = () =>
  cell((value, refuse) => {
    const yes = /^(true|yes|1)$/i.test(value)
    if (!yes && !/^(false|no|0)$/i.test(value))
      refuse(`${formatImportCellForMessage(value)} is not one of: true, false, yes, no, 1, 0`)
    return yes
  })

/** 2024-03-31, with or without a time, or 31/03/2024. A time without a zone is taken to be UTC. Kept as ISO 8601. */
const moment = () =>
  cell((value, refuse) => {
    const date = readMoment(value)
    if (date === null)
      refuse(
        `${formatImportCellForMessage(value)} is not a date such as 2024-03-31, 2024-03-31T09:30:00Z or 31/03/2024`,
      )
    else if (date.getTime() > Date.now()) refuse(`${formatImportCellForMessage(value)} lies in the future`)
    return date?.toISOString() ?? null
  })

function readMoment(value: string): Date | null {
  const iso = value.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1')
  const parts =
    /^((?:19|20)\d{2}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i.exec(iso)
  if (!parts) return null
  const [, day = '', time = '00:00', zone = 'Z'] = parts
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/(\d{2})(\d{2})$/, '$1:$2').toUpperCase()
  const midnight = new Date(`${day}T00:00Z`)
  const date = new Date(`${day}T${time}${offset}`)
  // JavaScript takes 31 February for 2 March.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  return exists && !Number.isNaN(date.getTime()) ? date : null
}
