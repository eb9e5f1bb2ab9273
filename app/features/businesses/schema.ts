import { z } from 'zod'
import { optionalField, requiredLine } from '#app/lib/form-fields.ts'
import { line, paragraphs } from '#app/lib/form-text.ts'
import { isEmailAddress, socialUrl, telephoneUri, webUrl } from '#app/lib/links.ts'
import type { Picture } from '#app/lib/pictures.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { BusinessStatus } from './rules.ts'

/** Characters at most. */
export const lengths = {
  name: 200,
  tagline: 200,
  longText: 5_000,
  address: 300,
  link: 300,
  phone: 50,
  companyNumber: 20,
  caption: 200,
} as const

/** Bytes of a picture that somebody sends. */
export const pictureBytes = 5 * 1024 * 1024

/** What a browser offers to choose from. HEIC is left out on purpose: phones then send a JPEG of it. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** Pictures in a gallery at most. */
export const galleryMaximum = 10

/** Days a draft is kept after it was last saved. */
export const draftDays = 30

/** What the fields are called, in forms and in messages. */
export const fieldLabels = {
  name: 'Business Name',
  tagline: 'Tagline',
  description: 'Description',
  productsServices: 'Products & Services',
  industryId: 'Industry',
  businessTypeId: 'Business type',
  companyNumber: 'Company number',
  email: 'Email',
  businessPhoneNumber: 'Phone number',
  websiteUrl: 'Website',
  streetAddress: 'Street address',
  city: 'City',
  county: 'County',
  postcode: 'Postcode',
  facebookUrl: 'Facebook',
  instagramUrl: 'Instagram',
  linkedinUrl: 'LinkedIn',
  twitterUrl: 'X (Twitter)',
  tiktokUrl: 'TikTok',
  youtubeUrl: 'YouTube',
  googleBusinessUrl: 'Google Business',
  promoVideoUrl: 'Promo video',
} as const

export type BusinessField = keyof typeof fieldLabels

const text = (name: BusinessField, limit: number) => optionalField(line(), { label: fieldLabels[name], limit })
const longText = (name: BusinessField) =>
  optionalField(paragraphs(), { label: fieldLabels[name], limit: lengths.longText })
const link = (name: BusinessField, read: (value: string) => string | null = webUrl) =>
  optionalField(line(), {
    label: fieldLabels[name],
    limit: lengths.link,
    read,
    message: `${fieldLabels[name]} must be a web address, such as https://www.example.co.uk`,
  })

const name = requiredLine({ label: fieldLabels.name, limit: lengths.name })

/** The id of a lookup as a form sends it, or null; the service sees whether there is such a one. */
const lookupId = (label: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    line().transform((typed, context): number | null => {
      if (typed === '') return null
      if (/^\d{1,9}$/.test(typed)) return Number(typed)
      context.addIssue({ code: 'custom', message: unknownChoice(label), input: typed })
      return z.NEVER
    }),
  )

export const unknownChoice = (label: string) => `${label} must be one of the list`

/** A telephone number as people write it, "(office)" and all: kept as it is, as long as one can be dialled from it. */
const phone = optionalField(line(), {
  label: fieldLabels.businessPhoneNumber,
  limit: lengths.phone,
  read: (value) => (/(\D*\d){5}/.test(value) && telephoneUri(value) ? value : null),
  message: 'Invalid phone number format',
})

const email = optionalField(line(), {
  label: fieldLabels.email,
  limit: lengths.address,
  read: (value) => (isEmailAddress(value) ? value : null),
  message: 'Invalid email address',
})

/** A UK postcode is kept in capitals with its space; anything else as it is. */
const postcode = optionalField(line(), {
  label: fieldLabels.postcode,
  limit: lengths.address,
  read: (value) => {
    const [, outward, inward] = /^([a-z]{1,2}\d[a-z\d]?)\s?(\d[a-z]{2})$/i.exec(value) ?? []
    return outward && inward ? `${outward} ${inward}`.toUpperCase() : value
  },
  message: '',
})

const profileFields = {
  name,
  tagline: text('tagline', lengths.tagline),
  description: longText('description'),
  industryId: lookupId(fieldLabels.industryId),
  businessTypeId: lookupId(fieldLabels.businessTypeId),
}

const contactFields = { email, businessPhoneNumber: phone, websiteUrl: link('websiteUrl') }

const addressFields = {
  streetAddress: text('streetAddress', lengths.address),
  city: text('city', lengths.address),
  county: text('county', lengths.address),
  postcode,
}

const socialFields = {
  facebookUrl: link('facebookUrl', socialUrl('https://www.facebook.com/')),
  instagramUrl: link('instagramUrl', socialUrl('https://www.instagram.com/')),
  linkedinUrl: link('linkedinUrl'),
  twitterUrl: link('twitterUrl', socialUrl('https://x.com/')),
  tiktokUrl: link('tiktokUrl', socialUrl('https://www.tiktok.com/@')),
  youtubeUrl: link('youtubeUrl', socialUrl('https://www.youtube.com/@')),
  googleBusinessUrl: link('googleBusinessUrl'),
}

/** YouTube's, Vimeo's, or any other link. */
const promoVideoUrl = link('promoVideoUrl')

/** The steps of the wizard, in their order. */
export const wizardSteps = ['profile', 'contact', 'media', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]

export const stepTitles: Record<WizardStep, string> = {
  profile: 'Business Profile',
  contact: 'Contact & Location',
  media: 'Media Upload',
  review: 'Review & Submit',
}

/** The forms of the wizard; the last step has nothing to fill in. */
export const stepSchemas = {
  profile: z.object({ ...profileFields, ...socialFields }),
  contact: z.object({ ...contactFields, ...addressFields }),
  media: z.object({ promoVideoUrl }),
} as const

export type FormStep = keyof typeof stepSchemas
export const formSteps = ['profile', 'contact', 'media'] as const satisfies FormStep[]

/** What a step's form is told that cannot be taken: as the specification has it of forms. */
export function explainStep(): ToastMessage {
  return { title: 'Validation Error', description: 'Please check the form for errors.', bad: true }
}

/** The sections of /my-business that are filled in and saved each for itself. */
export const sectionSchemas = {
  basic: z.object({
    ...profileFields,
    productsServices: longText('productsServices'),
    companyNumber: text('companyNumber', lengths.companyNumber),
  }),
  contact: z.object(contactFields),
  address: z.object(addressFields),
  social: z.object({ ...socialFields, promoVideoUrl }),
} as const

export type Section = keyof typeof sectionSchemas
export type SectionValues<Which extends Section> = z.output<(typeof sectionSchemas)[Which]>

export const sectionTitles: Record<Section, string> = {
  basic: 'Basic Information',
  contact: 'Contact Information',
  address: 'Address',
  social: 'Social Media',
}

export const captionSchema = z.object({
  caption: optionalField(line(), { label: 'Caption', limit: lengths.caption }),
})

/** Everything a wizard asks for, as it is kept. */
export type DraftValues = z.output<typeof stepSchemas.profile> &
  z.output<typeof stepSchemas.contact> &
  z.output<typeof stepSchemas.media>

/** What a business says of itself, by the names of its columns. */
export type BusinessValues = SectionValues<'basic'> &
  SectionValues<'contact'> &
  SectionValues<'address'> &
  SectionValues<'social'>

export const messages = {
  signInFirst: {
    title: 'Authentication required',
    description: 'Please log in to create a business profile',
    bad: true,
  },
  created: { title: 'Business profile created', description: 'Your business has been successfully registered' },
  notCreated: {
    title: 'Error creating business profile',
    description: 'Nothing was created, and your draft is kept. Please try again in a moment.',
    bad: true,
  },
  draftGone: {
    title: 'Error creating business profile',
    description: 'There is no draft any more. Please begin again.',
    bad: true,
  },
  draftDiscarded: { title: 'Draft discarded' },
  tooManyPending: (minutes: number): ToastMessage => ({
    title: 'Authentication required',
    description: `Please log in to create a business profile, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    bad: true,
  }),
  notLoaded: {
    title: 'Error loading business',
    description: 'Your business could not be loaded. Please try again in a moment.',
    bad: true,
  },
  notSaved: { title: 'Error saving changes', bad: true },
  galleryNotLoaded: {
    title: 'Error loading gallery',
    description: 'Your pictures could not be loaded. Please try again in a moment.',
    bad: true,
  },
  notThere: 'There is no business any more.',
  notStored: 'Your changes could not be stored. Please try again in a moment.',
  saved: (section: Section): ToastMessage => ({
    title: 'Success',
    description: `${sectionTitles[section]} updated successfully.`,
  }),
  allSaved: { title: 'Success', description: 'Your business details have been updated.' },
  logoUploaded: { title: 'Logo uploaded successfully' },
  logoDeleted: { title: 'Logo deleted successfully' },
  imagesUploaded: { title: 'Images uploaded successfully' },
  imageDeleted: { title: 'Image deleted successfully' },
  logoRestored: { title: 'Success', description: 'The logo is back.' },
  imageRestored: { title: 'Success', description: 'The picture is back.' },
  tooLateToUndo: { title: 'Not found', description: 'It is too late to undo this.', bad: true },
  captionSaved: { title: 'Success', description: 'Caption saved.' },
  orderSaved: { title: 'Success', description: 'Order of the pictures saved.' },
  pictureGone: { title: 'Not found', description: 'This picture is not there any more.', bad: true },
  uploadFailed: {
    title: 'Upload failed',
    description: 'The picture could not be stored. Please try again in a moment.',
    bad: true,
  },
  deleteFailed: { title: 'Delete failed', description: 'Please try again in a moment.', bad: true },
  visibilityFailed: {
    title: 'Error',
    description: 'Your business was not changed. Please try again in a moment.',
    bad: true,
  },
  changedMeanwhile: {
    title: 'Changed meanwhile',
    description:
      'Somebody else changed this while you were editing. Nothing was overwritten; what you typed is still here.',
    bad: true,
  },
  tooManyRenames: {
    title: 'Error saving changes',
    description: 'The name was changed many times today. Please change it again tomorrow.',
    bad: true,
  },
  tooManyUploads: (minutes: number): ToastMessage => ({
    title: 'Upload failed',
    description: `Too many pictures at once. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    bad: true,
  }),
  incomplete: { title: 'Please check your draft', bad: true },
  companyNumberHint:
    'This does not look like a Companies House number, which has 8 digits, or 2 letters and 6 digits. You can save it all the same.',
} as const

/** The toast for a section that could not be saved, from the first message of what is wrong with it. */
export function explainSection([description]: string[] = []): ToastMessage {
  return { ...messages.notSaved, ...(description && { description }) }
}

/** What is said of a business that was made visible or hidden. */
export function visibilityMessage(status: BusinessStatus): ToastMessage {
  if (status === 'hidden') {
    return { title: 'Business Deactivated', description: 'Your business has been hidden from the directory' }
  }
  const description =
    status === 'listed'
      ? 'Your business is now visible in the directory'
      : 'Your business will be visible in the directory once you are verified'
  return { title: 'Business Activated', description }
}

/** What is said to an admin who could not make a business visible, or hide it. */
export const statusNotUpdated: ToastMessage = {
  title: 'Error',
  description: 'Failed to update business status.',
  bad: true,
}

/** What is said to an admin of a business that they made visible or hid. */
export function statusMessage(status: BusinessStatus): ToastMessage {
  if (status === 'unverified' || status === 'suspended') {
    const once = status === 'unverified' ? 'once its owner is verified' : 'once its owner is reinstated'
    return { title: 'Business Activated', description: `It will be visible in the directory ${once}` }
  }
  return visibilityMessage(status)
}

/** Why a picture was not taken: no picture, too many bytes, too many pixels, or a full gallery. */
export type PictureRefusal = 'type' | 'size' | 'pixels' | 'too-many'

/** What is said of a logo that was not taken. */
export function logoRefusal(reason: Exclude<PictureRefusal, 'too-many'>): Required<ToastMessage> {
  switch (reason) {
    case 'type':
      return { title: 'Invalid file type', description: 'Please upload an image file', bad: true }
    case 'size':
      return { title: 'File too large', description: 'Logo must be under 5MB', bad: true }
    case 'pixels':
      return { title: 'File too large', description: 'Logo must be under 50 million pixels', bad: true }
  }
}

/** What is said of a gallery picture that was not taken; the wizard and /my-business word one of them differently. */
export function galleryRefusal(
  reason: PictureRefusal,
  file: string,
  where: 'wizard' | 'my-business',
): Required<ToastMessage> {
  const shown = shownFileName(file)
  switch (reason) {
    case 'type':
      return {
        title: 'Invalid file type',
        description: where === 'wizard' ? `${shown} is not an image` : `${shown} is not an image file`,
        bad: true,
      }
    case 'size':
      return { title: 'File too large', description: `${shown} is over 5MB`, bad: true }
    case 'pixels':
      return { title: 'File too large', description: `${shown} is over 50 million pixels`, bad: true }
    case 'too-many':
      return { title: 'Too many images', description: `Maximum ${galleryMaximum} gallery images allowed`, bad: true }
  }
}

/** The name of a file as it may stand in a message: short, on one line, and in its own direction. */
function shownFileName(file: string): string {
  const name = line().parse(file) || 'The file'
  return name.length > 80 ? `${name.slice(0, 60)}…${name.slice(-15)}`.toWellFormed() : name
}

/** What somebody else wrote, as it may stand in a message: in its own direction, and not endlessly. */
export function shownValue(value: string): string {
  const shown = value.length > 300 ? `${value.slice(0, 299).toWellFormed()}…` : value
  return `“\u2068${shown}\u2069”`
}

/** A picture of a gallery, to whoever may change it. */
export interface GalleryItem extends Picture {
  id: string
  caption: string | null
}

/** Seconds in which a picture that was deleted can be put back. */
export const undoSeconds = 10

/** A picture that was deleted, and can be put back. */
export interface RemovedPicture {
  id: string
  /** How many pictures of the gallery stand before where it was. */
  place: number
  secondsLeft: number
}

export interface Media {
  logo: Picture | null
  gallery: GalleryItem[]
  /** What was deleted a moment ago; the gallery's pictures count towards its maximum until they are gone. */
  removed: Record<'logo' | 'gallery', RemovedPicture[]>
}

/** What an owner's business says, to its owner alone. */
export interface OwnDetails {
  id: string
  slug: string
  name: string
  city: string | null
  county: string | null
  values: BusinessValues
  /** Goes into the form of each section and comes back with it: says what the section held when it was shown. */
  versions: Record<Section, string>
  isActive: boolean
  status: BusinessStatus
  createdAt: Date
  updatedAt: Date | null
}

/** The same with its pictures. */
export interface OwnBusiness extends OwnDetails, Media {}

/** A draft, to whoever is writing it. */
export interface Draft {
  /** Goes into the form that submits it. */
  id: string
  /** Where it was left. */
  step: WizardStep
  /** What was typed, by step and field. */
  fields: Record<FormStep, Record<string, string>>
  media: Media
  savedAt: Date
  expiresAt: Date
}

/** What a script is told of a picture it sent; `again` where another try may do. */
export interface PictureUploadAnswer {
  toast: ToastMessage
  again: boolean
}
