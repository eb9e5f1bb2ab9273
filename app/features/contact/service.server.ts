import { requireStaffMayDecide } from '#app/features/profile/policy.server.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  areSubmissionsAlreadyStored,
  submissionIdempotencyKeyOf,
} from '#app/platform/.server/database/submission-keys.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { ContactMessageInput, DataProtectionComplaintInput, SupportMusterInquiryInput } from './form-schema.ts'
import {
  sendContactSubmissionMail,
  sendDataProtectionComplaintAnswerMail,
  sendDataProtectionComplaintReceivedMail,
} from './mails.server.ts'
import type {
  ContactSubmissionFilter,
  ContactSubmissionKind,
  ContactSubmissionListRow,
  ContactSubmissionState,
  ContactSubmissionView,
  WaitingDataProtectionComplaintCounts,
} from './model.ts'
import { canHandleContactSubmissions } from './policy.server.ts'
import {
  contactSubmissionTables,
  countWaitingDataProtectionComplaints,
  findContactSubmission,
  findContactSubmissionSender,
  insertContactMessage,
  insertDataProtectionComplaint,
  insertDataProtectionComplaintAnswer,
  insertSupportMusterInquiry,
  listContactSubmissions,
  updateContactSubmissionHandled,
} from './queries.server.ts'

/** The sender of an enquiry; `actor` is null where they are not signed in. */
export interface ContactSubmissionSender {
  actor: Actor | null
  clientIp: string
}

/** 'limited' means too many enquiries, with the minutes to wait. */
export type SendContactSubmissionResult = { outcome: 'done' } | { outcome: 'limited'; minutes: number }

const sendings: RequestLimit = { name: 'enquiries', requests: 10, windowSeconds: 3_600 }
/** Anybody can type anybody's email address: so many acknowledgements go there in a day. The page acknowledges each complaint. */
const acknowledgements: RequestLimit = { name: 'complaint-received', requests: 3, windowSeconds: 24 * 3_600 }

/** Stores a support enquiry and queues the email to the team. */
export function sendSupportMusterInquiry(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  sender: ContactSubmissionSender,
  inquiry: SupportMusterInquiryInput,
): Promise<SendContactSubmissionResult> {
  return send(platform, sender, 'support', inquiry, insertSupportMusterInquiry)
}

/** Stores a message to one of the mailboxes and queues the email to it. */
export function sendContactMessage(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  sender: ContactSubmissionSender,
  message: ContactMessageInput,
): Promise<SendContactSubmissionResult> {
  return send(platform, sender, 'contact', message, insertContactMessage)
}

/** Stores a complaint about data protection, and queues the email to the team and the acknowledgement to who complained. */
export async function sendDataProtectionComplaint(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  sender: ContactSubmissionSender,
  complaint: DataProtectionComplaintInput,
): Promise<SendContactSubmissionResult> {
  return send(platform, sender, 'complaint', complaint, async (transaction, value, origin) => {
    const id = await insertDataProtectionComplaint(transaction, value, origin)
    if (!id) return null
    const { allowed } = await countLimitedRequest(
      transaction,
      platform.secret,
      acknowledgements,
      value.email.toLowerCase(),
    )
    if (allowed)
      await platform.jobs.enqueue(transaction, sendDataProtectionComplaintReceivedMail, { id }, { event: id })
    return id
  })
}

/** The same words from the same sender are stored once a day: they were sent twice, or again as no answer had come. */
async function send<Enquiry extends SupportMusterInquiryInput | ContactMessageInput | DataProtectionComplaintInput>(
  { db, secret, jobs }: Pick<Platform, 'db' | 'secret' | 'jobs'>,
  { actor, clientIp }: ContactSubmissionSender,
  kind: ContactSubmissionKind,
  enquiry: Enquiry,
  insert: (
    transaction: Database,
    enquiry: Enquiry,
    origin: { profileId: string | null; submissionKey: string },
  ) => Promise<string | null>,
): Promise<SendContactSubmissionResult> {
  // A bot that fills in the hidden field gets the normal answer, so that it does not learn it was detected.
  if (enquiry.homepage !== '') return { outcome: 'done' }
  const words = JSON.stringify([kind, enquiry])
  const submissionKey = submissionIdempotencyKeyOf(secret.sign(`enquiry:${words}`))
  if (await areSubmissionsAlreadyStored(db, contactSubmissionTables[kind], [submissionKey])) return { outcome: 'done' }
  const { allowed, minutes } = await countLimitedRequest(db, secret, sendings, clientIp)
  if (!allowed) return { outcome: 'limited', minutes }
  await db.transaction(async (transaction) => {
    const id = await insert(transaction, enquiry, { profileId: actor?.userId ?? null, submissionKey })
    if (id) await jobs.enqueue(transaction, sendContactSubmissionMail, { id }, { event: id })
  })
  return { outcome: 'done' }
}

/** Lists a page of enquiries, newest first. */
export function getContactSubmissions(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: ContactSubmissionFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ContactSubmissionListRow>> {
  requirePermission(actor, canHandleContactSubmissions)
  return listContactSubmissions(db, filter, pageRequest)
}

/** Counts the complaints that wait for an answer, and those that are overdue. */
export function getWaitingDataProtectionComplaintCounts(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<WaitingDataProtectionComplaintCounts> {
  requirePermission(actor, canHandleContactSubmissions)
  return countWaitingDataProtectionComplaints(db)
}

/** Answers a complaint by email, once: of two admins at the same time one does. */
export async function answerDataProtectionComplaint(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  answer: string,
): Promise<'answered' | 'already' | 'not-found'> {
  const who = requirePermission(actor, canHandleContactSubmissions)
  const { userId } = who
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const isAlone = await requireNoPartInEnquiry(transaction, who, id)
    if (!(await insertDataProtectionComplaintAnswer(transaction, id, { answer, handledBy: userId }))) {
      return (await findContactSubmission(transaction, id))?.kind === 'complaint' ? 'already' : 'not-found'
    }
    await jobs.enqueue(transaction, sendDataProtectionComplaintAnswerMail, { id }, { event: id })
    await recordAuditEvent(transaction, {
      actor: { userId },
      action: 'complaint.answered',
      subjectType: 'data protection complaint',
      subjectId: id,
    })
    if (isAlone) await auditAlone(transaction, who, 'data protection complaint', id)
    return 'answered'
  })
}

/** Returns an enquiry in full; null if there is none. */
export async function getContactSubmission(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<ContactSubmissionView | null> {
  requirePermission(actor, canHandleContactSubmissions)
  return isUuid(id) ? findContactSubmission(db, id) : null
}

/** Marks an enquiry as handled or as open again; false if there is none. Idempotent. */
export async function setContactSubmissionHandledState(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
  state: ContactSubmissionState,
): Promise<boolean> {
  const who = requirePermission(actor, canHandleContactSubmissions)
  const { userId } = who
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    const isAlone = await requireNoPartInEnquiry(transaction, who, id)
    const kind = await updateContactSubmissionHandled(transaction, id, state === 'handled' ? userId : null)
    if (!kind) return (await findContactSubmission(transaction, id)) !== null
    const subjectType = kind === 'support' ? 'support inquiry' : 'contact message'
    await recordAuditEvent(transaction, {
      actor: { userId },
      action: state === 'handled' ? 'enquiry.handled' : 'enquiry.reopened',
      subjectType,
      subjectId: id,
    })
    if (isAlone) await auditAlone(transaction, who, subjectType, id)
    return true
  })
}

/** Lets an admin answer or settle what they did not send themselves; true where they did, and there is no other admin. */
async function requireNoPartInEnquiry(transaction: Database, actor: Actor, id: string): Promise<boolean> {
  const sender = await findContactSubmissionSender(transaction, id)
  return sender !== null && requireStaffMayDecide(transaction, actor, { sender }, { areAdmins: true })
}

function auditAlone(transaction: Database, actor: Actor, subjectType: string, subjectId: string): Promise<void> {
  return recordAuditEvent(transaction, { actor, action: 'enquiry.decided-alone', subjectType, subjectId })
}
