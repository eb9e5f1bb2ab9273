import { z } from 'zod/mini'
import { parseEmailAddress } from '#app/lib/email.ts'
import { optionalField, requiredLine } from '#app/lib/form-fields.ts'
import { line, paragraphs } from '#app/lib/form-text.ts'
import { socialUrl, webUrl } from '#app/lib/pasted-links.ts'
import { parseUkPostcode } from '#app/lib/read-postcode.ts'
import { mayBeTelephone } from '#app/lib/telephones.ts'
import {
  type BusinessField,
  businessFieldLabels,
  businessLengths,
  type FormStep,
  invalidPhone,
  servesUk,
  serviceRadiusMaximum,
  type tradeFields,
  unknownChoice,
} from './model.ts'

export const text = (name: BusinessField, limit: number) =>
  optionalField(line(), { label: businessFieldLabels[name], limit })

const longText = (name: BusinessField) =>
  optionalField(paragraphs(), { label: businessFieldLabels[name], limit: businessLengths.longText })

const link = (name: BusinessField, read: (value: string) => string | null = webUrl) =>
  optionalField(line(), {
    label: businessFieldLabels[name],
    limit: businessLengths.link,
    read,
    message: `${businessFieldLabels[name]} must be a web address, such as https://www.example.co.uk`,
  })

const name = requiredLine({ label: businessFieldLabels.name, limit: businessLengths.name })

/** The id of a lookup as a form sends it, or null. The service checks that it exists. */
const lookupId = (label: string) =>
  z.pipe(
    z.pipe(
      z.transform((value) => (typeof value === 'number' ? String(value) : value)),
      line(),
    ),
    z.transform((typed: string, context): number | null => {
      if (typed === '') return null
      if (/^\d{1,9}$/.test(typed)) return Number(typed)
      context.issues.push({ code: 'custom', message: unknownChoice(label), input: typed })
      return z.NEVER
    }),
  )

/** The id of a trade, or null. The service checks that it exists. */
const tradeId = (name: (typeof tradeFields)[number]) =>
  optionalField(line(), {
    label: businessFieldLabels[name],
    limit: 100,
    read: (value) => (/^[a-z][a-z0-9-]*$/.test(value) ? value : null),
    message: unknownChoice(businessFieldLabels[name]),
  })

const trades = { trade1: tradeId('trade1'), trade2: tradeId('trade2'), trade3: tradeId('trade3') }

const serviceArea = optionalField(line(), {
  label: businessFieldLabels.serviceArea,
  limit: 10,
  read: (value) =>
    value === servesUk || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= serviceRadiusMaximum) ? value : null,
  message: `${businessFieldLabels.serviceArea} must be a whole number of miles from 1 to ${serviceRadiusMaximum}, or the whole UK`,
})

/** Hidden unless the owner says otherwise. */
const showsStreetAddress = z.pipe(
  line(),
  z.transform((typed: string, context): boolean => {
    if (typed === 'true' || typed === 'false' || typed === '') return typed === 'true'
    context.issues.push({
      code: 'custom',
      message: unknownChoice(businessFieldLabels.showsStreetAddress),
      input: typed,
    })
    return z.NEVER
  }),
)

/** A telephone number as people write it, "(office)" included: stored as typed if something in it can be dialled. */
const phone = optionalField(line(), {
  label: businessFieldLabels.businessPhoneNumber,
  limit: businessLengths.phone,
  read: (value) => (mayBeTelephone(value) ? value : null),
  message: invalidPhone,
})

const email = optionalField(line(), {
  label: businessFieldLabels.email,
  limit: businessLengths.address,
  read: parseEmailAddress,
  message: 'Invalid email address',
})

/** A UK postcode is stored in capitals with its space; the server says what is wrong with anything else. */
const postcode = optionalField(line(), {
  label: businessFieldLabels.postcode,
  limit: businessLengths.address,
  read: (value) => {
    const read = parseUkPostcode(value)
    return read && 'kept' in read ? read.kept : value
  },
  message: '',
})

export const profileFieldSchemas = {
  name,
  tagline: text('tagline', businessLengths.tagline),
  description: longText('description'),
  productsServices: longText('productsServices'),
  industryId: lookupId(businessFieldLabels.industryId),
  businessTypeId: lookupId(businessFieldLabels.businessTypeId),
  ...trades,
}

export const contactFieldSchemas = { email, businessPhoneNumber: phone, websiteUrl: link('websiteUrl') }

export const addressFieldSchemas = {
  streetAddress: text('streetAddress', businessLengths.address),
  city: text('city', businessLengths.address),
  county: text('county', businessLengths.address),
  postcode,
  showsStreetAddress,
  serviceArea,
}

export const socialFieldSchemas = {
  facebookUrl: link('facebookUrl', socialUrl('https://www.facebook.com/')),
  instagramUrl: link('instagramUrl', socialUrl('https://www.instagram.com/')),
  linkedinUrl: link('linkedinUrl'),
  twitterUrl: link('twitterUrl', socialUrl('https://x.com/')),
  tiktokUrl: link('tiktokUrl', socialUrl('https://www.tiktok.com/@')),
  youtubeUrl: link('youtubeUrl', socialUrl('https://www.youtube.com/@')),
  googleBusinessUrl: link('googleBusinessUrl'),
}

export const promoVideoUrl = link('promoVideoUrl')

/** The forms of the wizard. The last step has no fields. */
export const stepSchemas = {
  profile: z.object({ ...profileFieldSchemas, ...socialFieldSchemas }),
  contact: z.object({ ...contactFieldSchemas, ...addressFieldSchemas }),
  media: z.object({ promoVideoUrl }),
} as const satisfies Record<FormStep, z.ZodMiniType>

export const captionSchema = z.object({
  caption: optionalField(line(), { label: 'Caption', limit: businessLengths.caption }),
})

/** The parsed values of all steps. */
export type DraftValues = z.output<typeof stepSchemas.profile> &
  z.output<typeof stepSchemas.contact> &
  z.output<typeof stepSchemas.media>
