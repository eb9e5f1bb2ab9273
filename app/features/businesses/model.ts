import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { tooManyPixelsAdvice } from '#app/lib/picture-limits.ts'
import type { Picture } from '#app/lib/pictures.ts'
import { toSingleLine } from '#app/lib/plain-text.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    businesses:
      | 'profile'
      | 'contact'
      | 'media'
      | 'review'
      | 'keep'
      | 'discard'
      | 'basic'
      | 'address'
      | 'social'
      | 'facts'
      | 'visibility'
      | 'hand-on'
      | 'withdraw-handover'
      | 'take-on'
      | 'remove-logo'
      | 'remove-picture'
      | 'undo-logo'
      | 'undo-picture'
      | 'caption-picture'
      | 'order-pictures'
  }
}

/** Whether everyone can see a business in the directory, and if not, why. */
export type BusinessVisibilityStatus = 'listed' | 'starting' | 'hidden' | 'suspended' | 'unverified'

/** The visibility of the member's own business. */
export const ownBusinessVisibilityLabels: Record<BusinessVisibilityStatus, string> = {
  listed: 'Visible in the directory',
  starting: 'Visible in the directory within a minute',
  hidden: 'Hidden from the directory',
  unverified: 'Listed once you are verified',
  suspended: 'Not listed while you are suspended',
}

/** Maximum numbers of characters. */
export const businessFieldMaxLengths = {
  name: 200,
  tagline: 200,
  longText: 5_000,
  address: 300,
  link: 2_000,
  phone: 50,
  companyNumber: 20,
  insuranceKind: 200,
  openingHours: 500,
  caption: 200,
} as const

/** Maximum size of an uploaded picture in bytes. */
export const businessPictureMaximumBytes = 5 * 1024 * 1024

/** Maximum number of pictures in a gallery. */
export const businessGalleryMaximum = 10

/** Days until a draft that is not saved again is deleted. */
export const businessDraftRetentionDays = 30

/** Names of the fields in forms and messages. */
export const businessFieldLabels = {
  name: 'Business Name',
  tagline: 'Tagline',
  description: 'Description',
  productsServices: 'Products & Services',
  industryId: 'Industry',
  businessTypeId: 'Business type',
  companyNumber: 'Company number',
  trade1: 'Trade',
  trade2: 'Second trade',
  trade3: 'Third trade',
  serviceArea: 'Where you work',
  showsStreetAddress: 'Street on your page',
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
  gasSafe: 'Gas Safe registration',
  niceic: 'NICEIC enrolment',
  trustMark: 'TrustMark licence',
  cyberEssentials: 'Cyber Essentials certificate',
  fca: 'FCA firm reference',
  sia: 'SIA licence',
  cqc: 'CQC provider',
  wasteCarrier: 'Waste carrier registration',
  insuranceKind: 'Insurance',
  insuranceUntil: 'Insured until',
  openingHours: 'Opening hours',
  size: 'Size',
} as const

export type BusinessFieldName = keyof typeof businessFieldLabels

export const invalidPhoneMessage = 'Invalid phone number format'

export const unknownChoiceMessage = (label: string) => `${label}: choose one from the list`

/** The names of the fields of the trades, the main one first. */
export const businessTradeFieldNames = ['trade1', 'trade2', 'trade3'] as const

/** Miles that a business can say it travels. An import may give others, up to {@link serviceRadiusMaximum}. */
export const serviceRadiusChoicesInMiles = [5, 10, 20, 30, 50, 100] as const

export const serviceRadiusMaximum = 500

/** The value of `serviceArea` for a business that works anywhere in the UK. */
export const ukWideServiceAreaValue = 'uk'

/** How a service area is shown; `area` is null, a number of miles, or {@link ukWideServiceAreaValue}. */
export function formatServiceAreaForOwner(area: string | null): string {
  if (area === null) return 'Customers come to us'
  if (area === ukWideServiceAreaValue) return 'Anywhere in the UK'
  return `We come to customers within ${area} ${area === '1' ? 'mile' : 'miles'}`
}

/** The steps of the wizard, in order. */
export const businessWizardSteps = ['profile', 'contact', 'media', 'review'] as const

export type BusinessWizardStep = (typeof businessWizardSteps)[number]

export const businessWizardStepTitles: Record<BusinessWizardStep, string> = {
  profile: 'Business Profile',
  contact: 'Contact & Location',
  media: 'Media Upload',
  review: 'Review & Submit',
}

export const businessProfileFieldNames = [
  'name',
  'tagline',
  'description',
  'productsServices',
  'industryId',
  'businessTypeId',
  ...businessTradeFieldNames,
] as const
export const businessContactFieldNames = ['email', 'businessPhoneNumber', 'websiteUrl'] as const
export const businessAddressFieldNames = [
  'streetAddress',
  'city',
  'county',
  'postcode',
  'showsStreetAddress',
  'serviceArea',
] as const
export const businessSocialFieldNames = [
  'facebookUrl',
  'instagramUrl',
  'linkedinUrl',
  'twitterUrl',
  'tiktokUrl',
  'youtubeUrl',
  'googleBusinessUrl',
] as const

/** The steps with a form. */
export const businessWizardFormSteps = ['profile', 'contact', 'media'] as const satisfies BusinessWizardStep[]

export type BusinessWizardFormStep = (typeof businessWizardFormSteps)[number]

/** The fields of each step, in order. */
export const businessWizardStepFieldNames: Record<BusinessWizardFormStep, readonly BusinessFieldName[]> = {
  profile: [...businessProfileFieldNames, ...businessSocialFieldNames],
  contact: [...businessContactFieldNames, ...businessAddressFieldNames],
  media: ['promoVideoUrl'],
}

/** The toast for an invalid step. */
export function invalidBusinessWizardStepToast(): ToastMessage {
  return { title: 'Validation Error', description: 'Please check the form for errors.', bad: true }
}

export const myBusinessSectionTitles = {
  basic: 'Basic Information',
  contact: 'Contact Information',
  address: 'Address',
  social: 'Social Media',
  facts: 'Registrations and Facts',
} as const

export type MyBusinessSectionName = keyof typeof myBusinessSectionTitles

export const ownBusinessToasts = {
  signInFirst: {
    title: 'Authentication required',
    description: 'Please log in to create a business profile',
    bad: true,
  },
  created: { title: 'Business profile created', description: 'Your business has been successfully registered' },
  notCreated: {
    title: 'Error creating business profile',
    description: 'Nothing was created, and your draft is saved. Try again in a moment.',
    bad: true,
  },
  draftGone: {
    title: 'Error creating business profile',
    description: 'Your draft no longer exists. Start again.',
    asks: 'here',
    bad: true,
  },
  draftDiscarded: { title: 'Draft discarded' },
  tooManyPending: (minutes: number): ToastMessage => ({
    title: 'Authentication required',
    description: `Please log in to create a business profile, or try again in ${formatCountWithNoun(minutes, 'minute')}.`,
    bad: true,
  }),
  notLoaded: {
    title: 'Error loading business',
    description: 'Your business could not be loaded. Try again in a moment.',
    bad: true,
  },
  draftNotLoaded: failureToast(
    'Error loading business',
    'Your draft could not be loaded. Nothing is lost. Try again in a moment.',
  ),
  notClaimed: {
    title: 'Error loading business',
    description: 'What you filled in before you logged in could not be loaded. Fill it in again.',
    asks: 'here',
    bad: true,
  } as ToastMessage,
  notSaved: failureToast('Error saving changes', 'Your changes could not be saved. Try again in a moment.'),
  notDiscarded: failureToast('Draft not discarded', 'Try again in a moment.'),
  galleryNotLoaded: {
    title: 'Error loading gallery',
    description: 'Your pictures could not be loaded. Try again in a moment.',
    bad: true,
  },
  notThere: 'This business no longer exists.',
  saved: (section: MyBusinessSectionName): ToastMessage => ({
    title: 'Success',
    description: `${myBusinessSectionTitles[section]} updated successfully.`,
  }),
  logoUploaded: { title: 'Logo uploaded successfully' },
  logoDeleted: { title: 'Logo deleted successfully' },
  imagesUploaded: { title: 'Images uploaded successfully' },
  imageDeleted: { title: 'Image deleted successfully' },
  logoRestored: { title: 'Success', description: 'The logo is back.' },
  imageRestored: { title: 'Success', description: 'The picture is back.' },
  tooLateToUndo: { title: 'Not found', description: 'It is too late to undo this.', bad: true },
  captionSaved: { title: 'Success', description: 'Caption saved.' },
  orderSaved: { title: 'Success', description: 'Order of the pictures saved.' },
  pictureGone: { title: 'Not found', description: 'This picture no longer exists.', bad: true },
  uploadFailed: {
    title: 'Upload failed',
    description: 'The picture could not be saved. Try again in a moment.',
    bad: true,
  },
  deleteFailed: { title: 'Delete failed', description: 'Try again in a moment.', bad: true },
  visibilityFailed: {
    title: 'Error',
    description: 'Your business was not changed. Try again in a moment.',
    bad: true,
  },
  changedMeanwhile: {
    title: 'Changed elsewhere',
    description:
      'Someone else changed this while you were editing. Nothing was overwritten, and your changes are still here.',
    bad: true,
  },
  tooManyRenames: {
    title: 'Error saving changes',
    description: 'The name was changed too many times today. Try again tomorrow.',
    bad: true,
  },
  tooManyUploads: (minutes: number): ToastMessage => ({
    title: 'Upload failed',
    description: `Too many pictures at once. Try again in ${formatCountWithNoun(minutes, 'minute')}.`,
    bad: true,
  }),
  incomplete: { title: 'Check your draft', bad: true },
  companyNumberHint:
    'This does not look like a Companies House number, which has 8 digits, or 2 letters and 6 digits. You can still save it.',
} as const

const pictureFailures = {
  'remove-logo': ownBusinessToasts.deleteFailed,
  'remove-picture': ownBusinessToasts.deleteFailed,
}

/** What is said where a form of /my-business could not be handled: by form, and of all others. */
export const ownBusinessFailureToasts = { ...ownBusinessToasts.notSaved, ...pictureFailures }

/** The same for a form of the wizard. */
export const businessWizardFailureToasts = {
  ...ownBusinessFailureToasts,
  review: ownBusinessToasts.notCreated,
  discard: ownBusinessToasts.notDiscarded,
}

/** The toast for a section that could not be saved, with the first error message. */
export function myBusinessSectionNotSavedToast([description]: string[] = []): ToastMessage {
  return { ...ownBusinessToasts.notSaved, ...(description && { description }) }
}

const shown = (description: string): ToastMessage => ({ title: 'Business Activated', description })

/** The toasts for an owner who showed or hid their business, by its new status. */
export const ownBusinessVisibilityToasts: Record<BusinessVisibilityStatus, ToastMessage> = {
  listed: shown('Your business is now visible in the directory'),
  starting: shown('Your business will be visible in the directory within a minute'),
  hidden: { title: 'Business Deactivated', description: 'Your business has been hidden from the directory' },
  unverified: shown('Your business will be visible in the directory once you are verified'),
  suspended: shown('Your business will be visible in the directory once you are verified'),
}

/** The toast for an admin who could not show or hide a business. */
export const businessVisibilityNotChangedToastForAdmins: ToastMessage = {
  title: 'Error',
  description: 'Failed to update business status.',
  bad: true,
}

/** The toasts for an admin who showed or hid a business, by its new status. */
export const businessVisibilityToastsForAdmins: Record<BusinessVisibilityStatus, ToastMessage> = {
  ...ownBusinessVisibilityToasts,
  unverified: shown('It will be visible in the directory once its owner is verified'),
  suspended: shown('It will be visible in the directory once its owner is reinstated'),
}

/** Why an upload was refused: not a picture, too many bytes, too many pixels, or a full gallery. */
export type BusinessPictureRefusalReason = 'type' | 'size' | 'pixels' | 'too-many'

/** The toast for a refused logo. */
export function logoRefusedToast(
  reason: Exclude<BusinessPictureRefusalReason, 'too-many'>,
): Omit<Required<ToastMessage>, 'asks'> {
  switch (reason) {
    case 'type':
      return { title: 'Invalid file type', description: 'Please upload an image file', bad: true }
    case 'size':
      return { title: 'File too large', description: 'Logo must be under 5MB', bad: true }
    case 'pixels':
      return {
        title: 'File too large',
        description: `Logo has too many pixels for us to read. ${tooManyPixelsAdvice}`,
        bad: true,
      }
  }
}

/** The toast for a refused gallery picture. The specification words one of them differently in the wizard. */
export function galleryPictureRefusedToast(
  reason: BusinessPictureRefusalReason,
  file: string,
  where: 'wizard' | 'my-business',
): Omit<Required<ToastMessage>, 'asks'> {
  const name = displayFileName(file)
  switch (reason) {
    case 'type':
      return {
        title: 'Invalid file type',
        description: where === 'wizard' ? `${name} is not an image` : `${name} is not an image file`,
        bad: true,
      }
    case 'size':
      return { title: 'File too large', description: `${name} is over 5MB`, bad: true }
    case 'pixels':
      return {
        title: 'File too large',
        description: `${name} has too many pixels for us to read. ${tooManyPixelsAdvice}`,
        bad: true,
      }
    case 'too-many':
      return {
        title: 'Too many images',
        description: `Maximum ${businessGalleryMaximum} gallery images allowed`,
        bad: true,
      }
  }
}

/** Makes a file name safe to show in a message: one line, at most 80 characters, no bidi controls. */
function displayFileName(file: string): string {
  const name = toSingleLine(file) || 'The file'
  return name.length > 80 ? `${name.slice(0, 60)}…${name.slice(-15)}`.toWellFormed() : name
}

/** Quotes somebody's text in a message: at most 300 characters, with its direction isolated. */
export function quoteValueInMessage(value: string): string {
  const text = value.length > 300 ? `${value.slice(0, 299).toWellFormed()}…` : value
  return `“\u2068${text}\u2069”`
}

/** A gallery picture, for editing. */
export interface EditableBusinessGalleryPicture extends Picture {
  id: string
  caption: string | null
}

/** A removed picture of a gallery. */
export interface RemovedBusinessGalleryPicture extends UndoableRemovedPicture {
  /** The index in the gallery that it would be restored at. */
  index: number
}

export interface OwnBusinessMedia {
  logo: Picture | null
  gallery: EditableBusinessGalleryPicture[]
  /** Pictures that can be brought back: removed ones, and the logo that was replaced. */
  removed: { logo: UndoableRemovedPicture | null; gallery: RemovedBusinessGalleryPicture[] }
}

/** A draft, for its owner alone. */
export interface OwnBusinessDraft {
  /** Sent with the form that submits it. */
  id: string
  /** The step that the wizard opens with. */
  step: BusinessWizardStep
  /** What was typed, by step and field. */
  fields: Record<BusinessWizardFormStep, Record<string, string>>
  /** The steps with a form that have been saved, complete or not. */
  savedSteps: BusinessWizardFormStep[]
  media: OwnBusinessMedia
  /** What Call will dial; null if nothing can be dialled. */
  dials: string | null
  savedAt: Date
  expiresAt: Date
}

/** An option of a lookup. */
export interface LookupChoice {
  id: number
  name: string
}

/** A trade to pick, with the industry it belongs to. One that was removed can only be kept. */
export interface TradeChoice {
  id: string
  name: string
  industryId: number | null
  isRemoved: boolean
}

/** What the choices of a business's forms are made from. */
export interface BusinessFormChoices {
  industries: LookupChoice[]
  businessTypes: LookupChoice[]
  trades: TradeChoice[]
}

/** The name of what was chosen in a field; null for a field that is no choice, or an unknown value. */
export function labelOfChosenBusinessFieldValue(
  field: string,
  value: string,
  choices: BusinessFormChoices,
): string | null {
  const named = (options: { id: number | string; name: string }[]) =>
    options.find(({ id }) => String(id) === value)?.name ?? null
  switch (field) {
    case 'industryId':
      return named(choices.industries)
    case 'businessTypeId':
      return named(choices.businessTypes)
    case 'trade1':
    case 'trade2':
    case 'trade3':
      return named(choices.trades)
    case 'serviceArea':
      return formatServiceAreaForOwner(value === '' ? null : value)
    case 'showsStreetAddress':
      return value === 'true' ? 'Shown to everyone' : 'Hidden'
    default:
      return null
  }
}
