import { z } from 'zod/mini'
import { parseEmailAddress } from '#app/lib/email.ts'
import { optionalFieldSchema, requiredLineSchema } from '#app/lib/form-fields.ts'
import { multilineTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { parseWebUrl, socialProfileUrlParser } from '#app/lib/pasted-links.ts'
import { parseUkPostcode } from '#app/lib/read-postcode.ts'
import { mayBeTelephone } from '#app/lib/telephones.ts'
import {
  type BusinessField,
  type BusinessFormStep,
  businessFieldLabels,
  businessFieldLengths,
  type businessTradeFieldNames,
  invalidPhoneMessage,
  serviceRadiusMaximum,
  ukServiceArea,
  unknownChoiceMessage,
} from './model.ts'

export const optionalBusinessTextSchema = (name: BusinessField, limit: number) =>
  optionalFieldSchema(singleLineTextSchema(), { label: businessFieldLabels[name], limit })

const longText = (name: BusinessField) =>
  optionalFieldSchema(multilineTextSchema(), { label: businessFieldLabels[name], limit: businessFieldLengths.longText })

const link = (name: BusinessField, read: (value: string) => string | null = parseWebUrl) =>
  optionalFieldSchema(singleLineTextSchema(), {
    label: businessFieldLabels[name],
    limit: businessFieldLengths.link,
    read,
    message: `${businessFieldLabels[name]} must be a web address, such as https://www.example.co.uk`,
  })

const name = requiredLineSchema({ label: businessFieldLabels.name, limit: businessFieldLengths.name })

/** The id of a lookup as a form sends it, or null. The service checks that it exists. */
const lookupId = (label: string) =>
  z.pipe(
    z.pipe(
      z.transform((value) => (typeof value === 'number' ? String(value) : value)),
      singleLineTextSchema(),
    ),
    z.transform((typed: string, context): number | null => {
      if (typed === '') return null
      if (/^\d{1,9}$/.test(typed)) return Number(typed)
      context.issues.push({ code: 'custom', message: unknownChoiceMessage(label), input: typed })
      return z.NEVER
    }),
  )

/** The id of a trade, or null. The service checks that it exists. */
const tradeId = (name: (typeof businessTradeFieldNames)[number]) =>
  optionalFieldSchema(singleLineTextSchema(), {
    label: businessFieldLabels[name],
    limit: 100,
    read: (value) => (/^[a-z][a-z0-9-]*$/.test(value) ? value : null),
    message: unknownChoiceMessage(businessFieldLabels[name]),
  })

const trades = { trade1: tradeId('trade1'), trade2: tradeId('trade2'), trade3: tradeId('trade3') }

const serviceArea = optionalFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.serviceArea,
  limit: 10,
  read: (value) =>
    value === ukServiceArea || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= serviceRadiusMaximum) ? value : null,
  message: `${businessFieldLabels.serviceArea} must be a whole number of miles from 1 to ${serviceRadiusMaximum}, or the whole UK`,
})

/** Hidden unless the owner says otherwise. */
const showsStreetAddress = z.pipe(
  singleLineTextSchema(),
  z.transform((typed: string, context): boolean => {
    if (typed === 'true' || typed === 'false' || typed === '') return typed === 'true'
    context.issues.push({
      code: 'custom',
      message: unknownChoiceMessage(businessFieldLabels.showsStreetAddress),
      input: typed,
    })
    return z.NEVER
  }),
)

/** A telephone number as people write it, "(office)" included: stored as typed if something in it can be dialled. */
const phone = optionalFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.businessPhoneNumber,
  limit: businessFieldLengths.phone,
  read: (value) => (mayBeTelephone(value) ? value : null),
  message: invalidPhoneMessage,
})

const email = optionalFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.email,
  limit: businessFieldLengths.address,
  read: parseEmailAddress,
  message: 'Invalid email address',
})

/** A UK postcode is stored in capitals with its space; the server says what is wrong with anything else. */
const postcode = optionalFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.postcode,
  limit: businessFieldLengths.address,
  read: (value) => {
    const read = parseUkPostcode(value)
    return read && 'kept' in read ? read.kept : value
  },
  message: '',
})

export const businessProfileFieldSchemas = {
  name,
  tagline: optionalBusinessTextSchema('tagline', businessFieldLengths.tagline),
  description: longText('description'),
  productsServices: longText('productsServices'),
  industryId: lookupId(businessFieldLabels.industryId),
  businessTypeId: lookupId(businessFieldLabels.businessTypeId),
  ...trades,
}

export const businessContactFieldSchemas = { email, businessPhoneNumber: phone, websiteUrl: link('websiteUrl') }

export const businessAddressFieldSchemas = {
  streetAddress: optionalBusinessTextSchema('streetAddress', businessFieldLengths.address),
  city: optionalBusinessTextSchema('city', businessFieldLengths.address),
  county: optionalBusinessTextSchema('county', businessFieldLengths.address),
  postcode,
  showsStreetAddress,
  serviceArea,
}

export const businessSocialFieldSchemas = {
  facebookUrl: link('facebookUrl', socialProfileUrlParser('https://www.facebook.com/')),
  instagramUrl: link('instagramUrl', socialProfileUrlParser('https://www.instagram.com/')),
  linkedinUrl: link('linkedinUrl'),
  twitterUrl: link('twitterUrl', socialProfileUrlParser('https://x.com/')),
  tiktokUrl: link('tiktokUrl', socialProfileUrlParser('https://www.tiktok.com/@')),
  youtubeUrl: link('youtubeUrl', socialProfileUrlParser('https://www.youtube.com/@')),
  googleBusinessUrl: link('googleBusinessUrl'),
}

export const promoVideoUrlSchema = link('promoVideoUrl')

/** The forms of the wizard. The last step has no fields. */
export const businessStepSchemas = {
  profile: z.object({ ...businessProfileFieldSchemas, ...businessSocialFieldSchemas }),
  contact: z.object({ ...businessContactFieldSchemas, ...businessAddressFieldSchemas }),
  media: z.object({ promoVideoUrl: promoVideoUrlSchema }),
} as const satisfies Record<BusinessFormStep, z.ZodMiniType>

export const galleryCaptionSchema = z.object({
  caption: optionalFieldSchema(singleLineTextSchema(), { label: 'Caption', limit: businessFieldLengths.caption }),
})

/** The parsed values of all steps. */
export type BusinessDraftValues = z.output<typeof businessStepSchemas.profile> &
  z.output<typeof businessStepSchemas.contact> &
  z.output<typeof businessStepSchemas.media>
