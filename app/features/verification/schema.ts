import { z } from 'zod'
import { line, optional, paragraphs } from '#app/lib/form-text.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Decision, DocumentKind, DocumentType } from './rules.ts'

export const documentMaximum = 5
/** Bytes of one document. */
export const documentBytes = 10 * 1024 * 1024
export const serviceNumberLength = 50
export const serviceDescriptionLength = 5_000
export const replyLength = 5_000
export const reviewWindow = 'up to 14 working days'

/** The screen a document comes from: one takes more kinds than the other. */
export type DocumentSource = 'wizard' | 'profile'

/** What a browser offers to choose from; the server judges for itself. */
export const documentEndings: Record<DocumentSource, string> = {
  wizard: '.pdf,.doc,.docx,.jpg,.jpeg,.png,.webp,.heic',
  profile: '.jpg,.jpeg,.png,.webp',
}

export type DocumentRefusal = 'type' | 'empty' | 'damaged' | 'size' | 'pixels' | 'too-many'

/** Whether a file is called what a screen takes; what it is, its bytes say. */
export function isOffered(name: string, source: DocumentSource): boolean {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  return documentEndings[source].split(',').includes(ending)
}

/** Why a document is not taken, in the product's words. `name` is what it is called where it came from. */
export function documentRefusal(reason: DocumentRefusal, name: string, source: DocumentSource): ToastMessage {
  if (reason === 'type') {
    const description =
      source === 'profile'
        ? 'Please upload an image file'
        : 'Please upload a PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC file'
    return { title: 'Invalid file type', description, bad: true }
  }
  if (reason === 'pixels') {
    const description = 'An image may have 50 million pixels. Please send it smaller, or in parts.'
    return { title: 'Image too large', description, bad: true }
  }
  // A name may be as long as it likes; the words around it must stay readable.
  const called = name.length > 80 ? `${name.slice(0, 79)}…` : name || 'The file'
  if (reason === 'empty') {
    return { title: 'Invalid file type', description: `${called} is empty. Please choose the file again.`, bad: true }
  }
  if (reason === 'damaged') {
    const description = `${called} is damaged, or is not what its name says. Please save or scan it again.`
    return { title: 'Invalid file type', description, bad: true }
  }
  if (reason === 'size') {
    return { title: 'File too large', description: `${called} is over 10MB`, bad: true }
  }
  return { title: 'Too many files', description: 'Maximum 5 documents allowed', bad: true }
}

const bad = (title: string, description: string): ToastMessage => ({ title, description, bad: true })
const again = 'Please try again in a moment.'

/** Verifications that end later than their reminder said, as too many would have ended at once. */
export interface PostponedEnds {
  count: number
  lastEndsAt: Date
  /** How many may end within a week. */
  limit: number
}

/** What an admin is told who let so many end. */
export function endsAllowed(count: number): ToastMessage {
  const title = count === 1 ? 'One verification ends as announced' : `${count} verifications end as announced`
  return { title, description: 'Unless their members confirm them before.' }
}

export const messages = {
  signInFirst: bad('Authentication required', 'Please log in to submit verification'),
  tooManyPending: (minutes: number) =>
    bad('Too many tries', `Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or log in first.`),
  detailsSaved: { title: 'Verification details saved' } as ToastMessage,
  kindRequired: bad('Validation Error', 'Please say what the document is'),
  documentsRequired: bad('Documents required', 'Please upload at least one verification document'),
  documentUploaded: { title: 'Document uploaded' } as ToastMessage,
  documentDeleted: { title: 'Document deleted' } as ToastMessage,
  documentGone: bad('Delete failed', 'That document is not there any more.'),
  deleteFailed: bad('Delete failed', `The document could not be deleted. ${again}`),
  uploadFailed: bad('Upload failed', `The document could not be stored. ${again}`),
  notUploadedYet: bad('Not uploaded yet', 'Please upload or remove the files you have chosen first.'),
  nothingNew: bad(
    'Something new is needed',
    'Please upload what the reviewer asked for, or say why you have nothing new',
  ),
  notScanned: bad(
    'Upload failed',
    `The document could not be scanned for viruses, so it was not stored. ${again}`,
  ),
  infected: bad('Upload failed', 'A virus was found in this file, so it was not stored. Please check your device.'),
  readOnly: bad('Upload failed', 'Your verification is with a reviewer or decided, so documents cannot be changed.'),
  deleteReadOnly: bad(
    'Delete failed',
    'Your verification is with a reviewer or decided, so documents cannot be changed. You can withdraw it.',
  ),
  tooManyUploads: (minutes: number) =>
    bad('Upload failed', `Too many uploads. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`),
  submitted: {
    title: 'Verification submitted',
    description: "We'll review it within 14 working days.",
  } as ToastMessage,
  notSubmitted: bad('Error submitting verification', `Nothing was sent, and what you saved is kept. ${again}`),
  incomplete: bad('Error submitting verification', 'Something is still missing. It is shown on this page.'),
  notSaved: bad('Error saving', `Your details could not be saved. ${again}`),
  closed: bad('Error saving', 'Your verification is with a reviewer or decided, so it cannot be changed.'),
  notLoaded: bad('Error loading verification data', `It could not be loaded. Nothing is lost. ${again}`),
  documentsNotLoaded: bad('Error loading documents', `They could not be loaded. Nothing is lost. ${again}`),
  withdrawn: {
    title: 'Verification withdrawn',
    description: 'Your details and your documents are deleted.',
  } as ToastMessage,
  notWithdrawn: bad('Verification not withdrawn', again),
  nothingToWithdraw: bad('Verification not withdrawn', 'There is none to withdraw.'),
  confirmed: {
    title: 'Verification confirmed',
    description: 'Thank you. It is valid for another year.',
  } as ToastMessage,
  notDue: bad('Verification not confirmed', 'There is nothing to confirm at the moment.'),
} as const

/** What is said of a document that was to be deleted. */
export const deletionMessages: Record<'deleted' | 'closed' | 'not-found', ToastMessage> = {
  deleted: messages.documentDeleted,
  closed: messages.deleteReadOnly,
  'not-found': messages.documentGone,
}

/** A form that the schema refuses. */
export function explainForm(said: string[] = []): ToastMessage {
  return bad('Validation Error', said[0] ?? 'Please check the form for errors.')
}

/** The same of one that takes a verification back. */
export function explainWithdrawal(said: string[] = []): ToastMessage {
  return { ...explainForm(said), title: messages.notWithdrawn.title }
}

/** A choice of a list by its id; 'none' is what a list says for nothing chosen. */
function choice(required: string) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.int(required),
  )
}

const checked = z.preprocess((value) => value === 'on', z.boolean())

export const militarySchema = z.object({
  militaryRelationshipTypeId: choice('Military relationship type is required'),
  serviceBranchId: choice('Service branch is required'),
  /** Null for none typed, which keeps the one that is held. */
  serviceNumber: z.preprocess(
    (value) => (typeof value === 'string' && value.trim().toLowerCase() === 'none' ? '' : value),
    optional(line().pipe(z.string().max(serviceNumberLength, 'Service number too long'))),
  ),
  /** Takes away the number that is held. */
  removeServiceNumber: checked,
  serviceDescription: optional(
    paragraphs().pipe(z.string().max(serviceDescriptionLength, 'Service description too long')),
  ),
})
export type MilitaryForm = z.output<typeof militarySchema>

/** What a member answers a reviewer who asked for more, where they send nothing new. */
export const documentsSchema = z.object({
  reply: optional(paragraphs().pipe(z.string().max(replyLength, 'Your answer is too long'))),
  /** Files are sent one by one before; what is wrong with them is shown at this field. */
  documents: z.unknown().optional(),
})

/** The five things everyone who applies agrees to. */
export const declarationClauses = [
  'False information may end your membership.',
  'What you tell us may be verified with official sources.',
  'Your data is processed under our privacy policy and the GDPR.',
  `A review takes ${reviewWindow}.`,
  'We may request additional documents.',
] as const

export const consentText = 'I have read the declaration, and what I have told you is true.'

/** What is kept of a declaration: everything that was read and agreed to. */
export const declarationText = [...declarationClauses, consentText].join('\n')

const consented = checked.pipe(z.literal(true, 'Please tick the box to agree to the declaration'))

/** Line breaks come back from a form as two characters. */
const sameText = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value),
  z.literal(declarationText, 'The declaration has changed. Please read it again'),
)

export const declarationSchema = z.object({ declarationText: sameText, consentGiven: consented })

export const confirmationSchema = z.object({
  declarationText: sameText,
  consentGiven: checked.pipe(z.literal(true, 'Please tick the box to confirm that it is still true')),
})

export const withdrawalSchema = z.object({
  withdraw: checked.pipe(z.literal(true, 'Please tick the box to withdraw')),
})

/** What a member has said of their service, as only the member sees it. */
export interface ServiceDetails {
  relationshipTypeId: number | null
  relationshipType: string | null
  serviceBranchId: number | null
  serviceBranch: string | null
  /** Masked: it is never sent back whole. */
  serviceNumber: string | null
  serviceDescription: string | null
}

/** One of a member's documents, without what is in it. */
export interface DocumentView {
  id: string
  kind: DocumentKind
  /** What it was called where it came from. */
  fileName: string
  type: DocumentType
  size: number
  uploadedAt: Date
}

/** What is left of a document whose file is deleted. */
export interface DeletedDocument {
  id: string
  kind: DocumentKind
  uploadedAt: Date
  deletedAt: Date
}

/** What a reviewer asked for, where it still stands. */
export interface ReviewerMessage {
  decision: 'rejected' | 'more-needed'
  reason: string | null
  words: string | null
  /** What the member answered who sends nothing new. */
  reply: string | null
  decidedAt: Date
}

/** A decision as reviewers see it. */
export interface DecisionView {
  id: string
  decision: Decision
  reason: string | null
  words: string | null
  /** What the member answered. */
  reply: string | null
  decidedAt: Date
  /** Null for somebody who has gone, and for a confirmation, which the member makes. */
  by: string | null
}

/** What every reviewer may know of a case. */
export interface CaseHead {
  id: string
  name: string
  isSuspended: boolean
  business: { name: string; slug: string } | null
  decisions: DecisionView[]
}

/** A case in the hands of the reviewer who looks at it. */
export interface OpenCase extends CaseHead {
  email: string
  joinedAt: Date
  waitingSince: Date
  relationshipType: string | null
  serviceBranch: string | null
  /** All but its end covered up; null where the member gave none. */
  maskedServiceNumber: string | null
  serviceDescription: string | null
  declaredAt: Date | null
  documents: DocumentView[]
}

/** Who has a case, and since when there was a last sign of them. */
export interface Claim {
  by: string
  since: Date
}
