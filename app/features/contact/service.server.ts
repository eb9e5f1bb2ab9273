import { requireNoPart } from '#app/features/profile/policy.server.ts'
import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { areSubmissionsStored, submissionKeyOf } from '#app/platform/.server/database/submission-keys.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import type { ContactMessage, DataComplaint, SupportInquiry } from './form-schema.ts'
import { sendDataComplaintAnswer, sendDataComplaintReceived, sendSubmission } from './mails.server.ts'
import type {
  ListedSubmission,
  SubmissionFilter,
  SubmissionKind,
  SubmissionState,
  SubmissionView,
  WaitingDataComplaints,
} from './model.ts'
import { canHandleSubmissions } from './policy.server.ts'
import {
  countWaitingDataComplaints,
  findSubmission,
  findSubmissionSender,
  insertContactMessage,
  insertDataComplaint,
  insertDataComplaintAnswer,
  insertSupportInquiry,
  listSubmissions,
  submissionTables,
  updateSubmissionHandled,
} from './queries.server.ts'

/** The sender of an enquiry; `actor` is null where they are not signed in. */
export interface SubmissionSender {
  actor: Actor | null
  clientIp: string
}

/** 'limited' means too many enquiries, with the minutes to wait. */
export type SubmissionResult = { outcome: 'done' } | { outcome: 'limited'; minutes: number }

const sendings: Limit = { name: 'enquiries', requests: 10, windowSeconds: 3_600 }
/** Anybody can type anybody's email address: so many acknowledgements go there in a day. The page acknowledges each complaint. */
const acknowledgements: Limit = { name: 'complaint-received', requests: 3, windowSeconds: 24 * 3_600 }

/** Stores a support enquiry and queues the email to the team. */
export function sendSupportInquiry(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  sender: SubmissionSender,
  inquiry: SupportInquiry,
): Promise<SubmissionResult> {
  return send(platform, sender, 'support', inquiry, insertSupportInquiry)
}

/** Stores a message to one of the mailboxes and queues the email to it. */
export function sendContactMessage(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  sender: SubmissionSender,
  message: ContactMessage,
): Promise<SubmissionResult> {
  return send(platform, sender, 'contact', message, insertContactMessage)
}

/** Stores a complaint about data protection, and queues the email to the team and the acknowledgement to who complained. */
export async function sendDataComplaint(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  sender: SubmissionSender,
  complaint: DataComplaint,
): Promise<SubmissionResult> {
  return send(platform, sender, 'complaint', complaint, async (transaction, value, origin) => {
    const id = await insertDataComplaint(transaction, value, origin)
    if (!id) return null
    const { allowed } = await countRequest(transaction, platform.secret, acknowledgements, value.email.toLowerCase())
    if (allowed) await platform.jobs.enqueue(transaction, sendDataComplaintReceived, { id }, { event: id })
    return id
  })
}

/** The same words from the same sender are stored once a day: they were sent twice, or again as no answer had come. */
async function send<Enquiry extends SupportInquiry | ContactMessage | DataComplaint>(
  { db, secret, jobs }: Pick<Platform, 'db' | 'secret' | 'jobs'>,
  { actor, clientIp }: SubmissionSender,
  kind: SubmissionKind,
  enquiry: Enquiry,
  insert: (
    transaction: Database,
    enquiry: Enquiry,
    origin: { profileId: string | null; submissionKey: string },
  ) => Promise<string | null>,
): Promise<SubmissionResult> {
  // A bot that fills in the hidden field gets the normal answer, so that it does not learn it was detected.
  if (enquiry.homepage !== '') return { outcome: 'done' }
  const words = JSON.stringify([kind, enquiry])
  const submissionKey = submissionKeyOf(secret.sign(`enquiry:${words}`))
  if (await areSubmissionsStored(db, submissionTables[kind], [submissionKey])) return { outcome: 'done' }
  const { allowed, minutes } = await countRequest(db, secret, sendings, clientIp)
  if (!allowed) return { outcome: 'limited', minutes }
  await db.transaction(async (transaction) => {
    const id = await insert(transaction, enquiry, { profileId: actor?.userId ?? null, submissionKey })
    if (id) await jobs.enqueue(transaction, sendSubmission, { id }, { event: id })
  })
  return { outcome: 'done' }
}

/** Lists a page of enquiries, newest first. */
export function getSubmissions(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: SubmissionFilter,
  pageRequest: PageRequest,
): Promise<Page<ListedSubmission>> {
  requirePermission(actor, canHandleSubmissions)
  return listSubmissions(db, filter, pageRequest)
}

/** Counts the complaints that wait for an answer, and those that are overdue. */
export function getWaitingDataComplaints(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<WaitingDataComplaints> {
  requirePermission(actor, canHandleSubmissions)
  return countWaitingDataComplaints(db)
}

/** Answers a complaint by email, once: of two admins at the same time one does. */
export async function answerDataComplaint(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  answer: string,
): Promise<'answered' | 'already' | 'not-found'> {
  const who = requirePermission(actor, canHandleSubmissions)
  const { userId } = who
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const isAlone = await requireNoPartInEnquiry(transaction, who, id)
    if (!(await insertDataComplaintAnswer(transaction, id, { answer, handledBy: userId }))) {
      return (await findSubmission(transaction, id))?.kind === 'complaint' ? 'already' : 'not-found'
    }
    await jobs.enqueue(transaction, sendDataComplaintAnswer, { id }, { event: id })
    await recordAudit(transaction, {
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
export async function getSubmission(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<SubmissionView | null> {
  requirePermission(actor, canHandleSubmissions)
  return isUuid(id) ? findSubmission(db, id) : null
}

/** Marks an enquiry as handled or as open again; false if there is none. Idempotent. */
export async function markSubmission(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
  state: SubmissionState,
): Promise<boolean> {
  const who = requirePermission(actor, canHandleSubmissions)
  const { userId } = who
  if (!isUuid(id)) return false
  return db.transaction(async (transaction) => {
    const isAlone = await requireNoPartInEnquiry(transaction, who, id)
    const kind = await updateSubmissionHandled(transaction, id, state === 'handled' ? userId : null)
    if (!kind) return (await findSubmission(transaction, id)) !== null
    const subjectType = kind === 'support' ? 'support inquiry' : 'contact message'
    await recordAudit(transaction, {
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
  const sender = await findSubmissionSender(transaction, id)
  return sender !== null && requireNoPart(transaction, actor, { sender }, { areAdmins: true })
}

function auditAlone(transaction: Database, actor: Actor, subjectType: string, subjectId: string): Promise<void> {
  return recordAudit(transaction, { actor, action: 'enquiry.decided-alone', subjectType, subjectId })
}
