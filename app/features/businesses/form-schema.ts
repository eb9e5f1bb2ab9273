import { z } from 'zod/mini'
import { parseEmailAddress } from '#app/lib/email.ts'
import { optionalParsedFieldSchema, requiredLineSchema } from '#app/lib/form-fields.ts'
import { multilineTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { parseWebUrl, socialProfileUrlParser } from '#app/lib/pasted-links.ts'
import { parseUkPostcode } from '#app/lib/read-postcode.ts'
import { mayContainTelephone } from '#app/lib/telephones.ts'
import {
  type BusinessFieldName,
  type BusinessWizardFormStep,
  businessFieldLabels,
  businessFieldMaxLengths,
  type businessTradeFieldNames,
  invalidPhoneMessage,
  serviceRadiusMaximum,
  ukWideServiceAreaValue,
  unknownChoiceMessage,
} from './model.ts'

export const optionalBusinessTextSchema = (name: BusinessFieldName, limit: number) =>
  optionalParsedFieldSchema(singleLineTextSchema(), { label: businessFieldLabels[name], limit })

const longText = (name: BusinessFieldName) =>
  optionalParsedFieldSchema(multilineTextSchema(), {
    label: businessFieldLabels[name],
    limit: businessFieldMaxLengths.longText,
  })

const link = (name: BusinessFieldName, read: (value: string) => string | null = parseWebUrl) =>
  optionalParsedFieldSchema(singleLineTextSchema(), {
    label: businessFieldLabels[name],
    limit: businessFieldMaxLengths.link,
    read,
    message: `${businessFieldLabels[name]} must be a web address, such as https://www.example.co.uk`,
  })

const name = requiredLineSchema({ label: businessFieldLabels.name, limit: businessFieldMaxLengths.name })

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
  optionalParsedFieldSchema(singleLineTextSchema(), {
    label: businessFieldLabels[name],
    limit: 100,
    read: (value) => (/^[a-z][a-z0-9-]*$/.test(value) ? value : null),
    message: unknownChoiceMessage(businessFieldLabels[name]),
  })

const trades = { trade1: tradeId('trade1'), trade2: tradeId('trade2'), trade3: tradeId('trade3') }

const serviceArea = optionalParsedFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.serviceArea,
  limit: 10,
  read: (value) =>
    value === ukWideServiceAreaValue || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= serviceRadiusMaximum)
      ? value
      : null,
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
const phone = optionalParsedFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.businessPhoneNumber,
  limit: businessFieldMaxLengths.phone,
  read: (value) => (mayContainTelephone(value) ? value : null),
  message: invalidPhoneMessage,
})

const email = optionalParsedFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.email,
  limit: businessFieldMaxLengths.address,
  read: parseEmailAddress,
  message: 'Invalid email address',
})

/** A UK postcode is stored in capitals with its space; the server says what is wrong with anything else. */
const postcode = optionalParsedFieldSchema(singleLineTextSchema(), {
  label: businessFieldLabels.postcode,
  limit: businessFieldMaxLengths.address,
  read: (value) => {
    const read = parseUkPostcode(value)
    return read && 'kept' in read ? read.kept : value
  },
  message: '',
})

export const businessProfileFieldSchemas = {
  name,
  tagline: optionalBusinessTextSchema('tagline', businessFieldMaxLengths.tagline),
  description: longText('description'),
  productsServices: longText('productsServices'),
  industryId: lookupId(businessFieldLabels.industryId),
  businessTypeId: lookupId(businessFieldLabels.businessTypeId),
  ...trades,
}

export const businessContactFieldSchemas = { email, businessPhoneNumber: phone, websiteUrl: link('websiteUrl') }

export const businessAddressFieldSchemas = {
  streetAddress: optionalBusinessTextSchema('streetAddress', businessFieldMaxLengths.address),
  city: optionalBusinessTextSchema('city', businessFieldMaxLengths.address),
  county: optionalBusinessTextSchema('county', businessFieldMaxLengths.address),
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
export const businessWizardStepSchemas = {
  profile: z.object({ ...businessProfileFieldSchemas, ...businessSocialFieldSchemas }),
  contact: z.object({ ...businessContactFieldSchemas, ...businessAddressFieldSchemas }),
  media: z.object({ promoVideoUrl: promoVideoUrlSchema }),
} as const satisfies Record<BusinessWizardFormStep, z.ZodMiniType>

export const galleryCaptionSchema = z.object({
  caption: optionalParsedFieldSchema(singleLineTextSchema(), {
    label: 'Caption',
    limit: businessFieldMaxLengths.caption,
  }),
})

/** The parsed values of all steps. */
export type BusinessDraftValues = z.output<typeof businessWizardStepSchemas.profile> &
  z.output<typeof businessWizardStepSchemas.contact> &
  z.output<typeof businessWizardStepSchemas.media>
