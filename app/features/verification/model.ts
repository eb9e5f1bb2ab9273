import type { VerificationStatus } from '#app/features/reference/rules.ts'
import type { FormName } from '#app/lib/form-names.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import type { VerificationBasis } from './basis-rules.ts'
import type { VerificationNameChange } from './names/model.ts'
import {
  type VerificationDecisionKind,
  type VerificationDocumentFileType,
  type VerificationDocumentKind,
  verificationAppealDays,
} from './rules.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    verification:
      | 'military'
      | 'documents'
      | 'declaration'
      | 'review'
      | 'withdraw'
      | 'appeal'
      | 'confirm'
      | 'delete-document'
      | 'ask-fact'
      | 'withdraw-fact'
      | 'fact-decision'
      | 'settle-record'
      | 'confirm-settlement'
      | 'take-back-settlement'
      | 'decision'
      | 'record-seen'
      | 'withdraw-record'
      | 'shown'
      | 'undo'
      | 'accept-names'
      | 'revoke'
      | 'reopen'
      | 'take'
      | 'stay'
      | 'next'
      | 'take-over'
      | 'release'
      | 'service-number'
      | 'allow-ends'
  }
}

export const verificationDocumentMaxCount = 5

/** Bytes of one document. */
export const verificationDocumentMaxBytes = 10 * 1024 * 1024

export const serviceNumberMaxLength = 50

export const militaryServiceDescriptionMaxLength = 5_000

export const verificationReplyToReviewerMaxLength = 5_000

export const verificationAppealMaxLength = 5_000

export const verificationReviewTimeText = 'up to 14 working days'

/** The screen a document is uploaded on; the wizard accepts more file types. */
export type VerificationDocumentUploadScreen = 'wizard' | 'profile'

/** For the `accept` attribute. Windows calls some JPEGs JFIF. */
export const acceptedVerificationDocumentTypes: Record<VerificationDocumentUploadScreen, string> = {
  wizard: '.pdf,.doc,.docx,.jpg,.jpeg,.jfif,.png,.webp,.heic',
  profile: '.jpg,.jpeg,.jfif,.png,.webp',
}

/** Why a file is refused that somebody has chosen. */
export type ChosenVerificationFileRefusalReason = 'type' | 'empty' | 'damaged' | 'size' | 'too-many'

/** For pictures from a camera. Without HEIC phones send a JPEG, which every browser shows. */
export const acceptedCameraPhotographTypes = 'image/jpeg,image/png,image/webp'

/** Why a file is refused whose content is nothing that we take: where its name says otherwise, it is damaged. */
export function refusalReasonOfUnrecognisedDocument(
  name: string,
  source: VerificationDocumentUploadScreen,
): 'damaged' | 'type' {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  return source === 'wizard' && acceptedVerificationDocumentTypes.wizard.split(',').includes(ending)
    ? 'damaged'
    : 'type'
}

/** A name within a message: they can be very long. */
export function shortenFileName(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name || 'The file'
}

/** The message for a refused document. `name` is the file name as uploaded. */
export function chosenDocumentRefusedToast(
  reason: ChosenVerificationFileRefusalReason,
  name: string,
  source: VerificationDocumentUploadScreen,
): ToastMessage {
  if (reason === 'type') {
    const description =
      source === 'profile' ? 'Please upload an image file' : 'Upload a PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC file'
    return { title: 'Invalid file type', description, bad: true }
  }
  const called = shortenFileName(name)
  if (reason === 'empty') {
    return { title: 'Invalid file type', description: `${called} is empty. Choose the file again.`, bad: true }
  }
  if (reason === 'damaged') {
    const description = `${called} is damaged, or is not what its name says. Save or scan it again.`
    return { title: 'Invalid file type', description, bad: true }
  }
  if (reason === 'size') {
    return { title: 'File too large', description: `${called} is over 10MB`, bad: true }
  }
  return { title: 'Too many files', description: 'Maximum 5 documents allowed', bad: true }
}

const again = 'Try again in a moment.'

/** Verifications whose end was postponed after the reminder, because too many would have ended at once. */
export interface PostponedVerificationEndsSummary {
  count: number
  lastEndsAt: Date
  /** How many may end within a week. */
  limit: number
}

/** Confirms to an admin that `count` verifications end as announced. */
export function postponedVerificationEndsAllowedToast(count: number): ToastMessage {
  const title = count === 1 ? 'One verification ends as announced' : `${count} verifications end as announced`
  return { title, description: 'Unless their members confirm them before.' }
}

export const ownVerificationToasts = {
  signInFirst: failureToast('Authentication required', 'Please log in to submit verification'),
  tooManyPending: (minutes: number) =>
    failureToast('Too many attempts', `Wait ${formatCountWithNoun(minutes, 'minute')}, or log in first.`),
  detailsSaved: { title: 'Verification details saved' } as ToastMessage,
  documentsRequired: failureToast('Documents required', 'Please upload at least one verification document'),
  documentUploaded: { title: 'Document uploaded' } as ToastMessage,
  documentDeleted: { title: 'Document deleted' } as ToastMessage,
  documentGone: failureToast('Delete failed', 'That document no longer exists.'),
  deleteFailed: failureToast('Delete failed', `The document could not be deleted. ${again}`),
  uploadFailed: failureToast('Upload failed', `The document could not be stored. ${again}`),
  notEdited: failureToast('Upload failed', 'The photo could not be rotated or cropped. Choose it again.'),
  notUploaded: failureToast('Not uploaded yet', 'Send the files again that could not be uploaded, or remove them.'),
  nothingNew: failureToast(
    'Something new is needed',
    'Upload what the reviewer asked for, or say why you have nothing new',
  ),
  notScanned: failureToast(
    'Upload failed',
    `The document could not be scanned for viruses, so it was not stored. ${again}`,
  ),
  infected: failureToast('Upload failed', 'A virus was found in this file, so it was not stored. Check your device.'),
  readOnly: failureToast(
    'Upload failed',
    'Your verification is with a reviewer or decided, so documents cannot be changed.',
  ),
  deleteReadOnly: failureToast(
    'Delete failed',
    'Your verification is with a reviewer or decided, so documents cannot be changed. You can withdraw it.',
  ),
  tooManyUploads: (minutes: number) =>
    failureToast('Upload failed', `Too many uploads. Wait ${formatCountWithNoun(minutes, 'minute')}.`),
  submitted: {
    title: 'Verification submitted',
    description: "We'll review it within 14 working days.",
  } as ToastMessage,
  notSubmitted: failureToast('Error submitting verification', `Nothing was sent, and what you saved is kept. ${again}`),
  incomplete: failureToast('Error submitting verification', 'Something is still missing. It is shown on this page.'),
  notSaved: failureToast('Error saving', `Your details could not be saved. ${again}`),
  closed: failureToast('Error saving', 'Your verification is with a reviewer or decided, so it cannot be changed.'),
  notLoaded: failureToast('Error loading verification data', `It could not be loaded. Nothing is lost. ${again}`),
  notClaimed: {
    title: 'Error loading verification data',
    description: 'What you filled in before you logged in could not be loaded. Fill it in again.',
    asks: 'here',
    bad: true,
  } as ToastMessage,
  documentsNotLoaded: failureToast('Error loading documents', `They could not be loaded. Nothing is lost. ${again}`),
  withdrawn: {
    title: 'Verification withdrawn',
    description: 'Your details and your documents are deleted.',
  } as ToastMessage,
  notWithdrawn: failureToast('Verification not withdrawn', again),
  nothingToWithdraw: failureToast('Verification not withdrawn', 'There is none to withdraw.'),
  confirmed: {
    title: 'Verification confirmed',
    description: 'Thank you. It is valid for another year.',
  } as ToastMessage,
  appealed: {
    title: 'Appeal sent',
    description: 'Another reviewer decides it. We email you when it is decided.',
  } as ToastMessage,
  notAppealed: failureToast('Appeal not sent', again),
  notDue: failureToast('Verification not confirmed', 'There is nothing to confirm at the moment.'),
} as const

/** What is said where a form of /verification could not be handled: by form, and of all others. */
export const ownVerificationFormFailureToasts = {
  ...ownVerificationToasts.notSaved,
  documents: ownVerificationToasts.documentsNotLoaded,
  'delete-document': ownVerificationToasts.deleteFailed,
  review: ownVerificationToasts.notSubmitted,
  withdraw: ownVerificationToasts.notWithdrawn,
  appeal: ownVerificationToasts.notAppealed,
}

/** Messages by result of deleting a document. */
export const verificationDocumentDeletionToasts: Record<'deleted' | 'closed' | 'not-found', ToastMessage> = {
  deleted: ownVerificationToasts.documentDeleted,
  closed: ownVerificationToasts.deleteReadOnly,
  'not-found': ownVerificationToasts.documentGone,
}

/** The message for a form with validation errors: the first of them. */
export function verificationFormInvalidToast(said: string[] = []): ToastMessage {
  return failureToast('Validation Error', said[0] ?? 'Please check the form for errors.')
}

/** The same for the withdrawal form. */
export function verificationWithdrawalFormInvalidToast(said: string[] = []): ToastMessage {
  return { ...verificationFormInvalidToast(said), title: ownVerificationToasts.notWithdrawn.title }
}

/** The clauses that every applicant agrees to. */
export const verificationDeclarationClauses = [
  'False information may end your membership.',
  'What you tell us may be verified with official sources.',
  'Your data is processed under our privacy policy and the GDPR.',
  `A review takes ${verificationReviewTimeText}.`,
  'We may request additional documents.',
] as const

export const verificationConsentText = 'I have read the declaration, and what I have told you is true.'

/** The text stored with a declaration: everything that was agreed to. */
export const verificationDeclarationText = [...verificationDeclarationClauses, verificationConsentText].join('\n')

/** Why an appeal was not accepted. */
export type VerificationAppealNotSentReason = 'changed' | 'late' | 'documents-missing'

/** The messages for them. */
export const verificationAppealNotSentToasts: Record<VerificationAppealNotSentReason, ToastMessage> = {
  changed: failureToast(
    'Appeal not sent',
    'There is no decision to appeal, or it was appealed already. This page shows how things are now.',
  ),
  late: failureToast(
    'Appeal not sent',
    `The ${verificationAppealDays} days to appeal are over. You can still send something else and submit it again.`,
  ),
  'documents-missing': failureToast(
    'Appeal not sent',
    'We no longer have your documents. Upload them again first. What you wrote is kept here.',
  ),
}

/** A member's service details, as shown to the member. */
export interface MaskedMilitaryServiceDetails {
  relationshipTypeId: number | null
  relationshipType: string | null
  serviceBranchId: number | null
  serviceBranch: string | null
  /** Masked: the full number is never sent to the member. */
  serviceNumber: string | null
  serviceDescription: string | null
}

/** A member's document without its content. */
export interface VerificationDocumentView {
  id: string
  kind: VerificationDocumentKind
  /** As uploaded, shortened for display. */
  fileName: string
  type: VerificationDocumentFileType
  size: number
  uploadedAt: Date
}

/** The record of a document whose file has been deleted. */
export interface DeletedVerificationDocument {
  id: string
  kind: VerificationDocumentKind
  uploadedAt: Date
  deletedAt: Date
}

/** A reviewer's message that still applies. */
export interface VerificationReviewerMessage {
  id: string
  decision: Exclude<VerificationDecisionKind, 'approved' | 'confirmed'>
  reason: string | null
  words: string | null
  /** The member's reply, where they upload nothing new; what they wrote in an appeal. */
  reply: string | null
  decidedAt: Date
  /** The last moment to appeal it; null where that cannot be done. */
  appealEndsAt: Date | null
}

/** A decision as reviewers see it. */
export interface StaffVerificationDecisionView {
  id: string
  decision: VerificationDecisionKind
  reason: string | null
  words: string | null
  /** The member's reply. */
  reply: string | null
  decidedAt: Date
  /** Whoever had decided it before an appeal or a reopening decided it again, as nobody else could. */
  isDecidedAlone: boolean
  /** What an approval rested on; null where that was not written down. */
  basis: VerificationBasis | null
  /** Only one member of staff saw what it rested on. */
  isSeenByOne: boolean
  /** Name of the reviewer; null where their account is deleted, and for what the member did. */
  by: string | null
}

/** What any reviewer may see of a case. */
export interface VerificationCaseSummary {
  id: string
  name: string
  status: VerificationStatus | null
  isSuspended: boolean
  business: { name: string; slug: string } | null
  decisions: StaffVerificationDecisionView[]
}

/** A case as shown to the reviewer who has claimed it. */
export interface ClaimedVerificationCase extends VerificationCaseSummary {
  email: string
  joinedAt: Date
  waitingSince: Date
  relationshipType: string | null
  serviceBranch: string | null
  /** Masked; null where the member gave none. */
  maskedServiceNumber: string | null
  serviceDescription: string | null
  declaredAt: Date | null
  documents: VerificationCaseDocument[]
  /** What was seen instead of documents, which this reviewer can confirm; null where nothing is recorded. */
  record: WaitingVerificationBasisRecord | null
  /** Whether the appeal can be upheld by what an earlier approval rested on. */
  canUphold: boolean
  /** That the member appealed, or an admin reopened it; null where it was neither. */
  objection: StaffVerificationDecisionView | null
  /** The reviewer had decided it before that, and nobody else can decide it now. */
  isAlone: boolean
  /** A name that has changed since it was sent or last checked; null if none has. */
  names: VerificationNameChange | null
}

/** A document with whether the reviewer has opened it. */
export interface VerificationCaseDocument extends VerificationDocumentView {
  isOpened: boolean
}

/** What somebody saw instead of documents, while it waits for a second person. */
export interface WaitingVerificationBasisRecord {
  /** Who confirms it names it, so that nobody confirms one that they have not read. */
  id: string
  basis: VerificationBasis
  words: string | null
  recordedAt: Date
  /** Null where their account is deleted. */
  by: string | null
  /** Whoever looks at it recorded it. */
  isOwn: boolean
}

/** Who has claimed a case, and when the claim was last renewed. */
export interface VerificationCaseClaim {
  by: string
  since: Date
}

/** What an action answers to a form of these pages. */
export interface OwnVerificationFormRefusal extends FormRefusal {
  form: FormName
}
