import { getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { getPodcastPage } from '#app/features/podcasts/public-service.server.ts'
import {
  areSubmissionsAlreadyStored,
  submissionIdempotencyKeyOf,
} from '#app/platform/.server/database/submission-keys.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { ContentReportInput } from './form-schema.ts'
import { parseReportAnswerToken } from './links.server.ts'
import type { ReportAnswerView, ReportableContent, ReportSubjectType } from './model.ts'
import {
  findAnsweredReport,
  findReportSubjectBySlug,
  insertContentReport,
  insertReportObjection,
} from './queries.server.ts'
import { reports } from './tables.server.ts'

/** Who reports; `actor` is null where they are not signed in. */
export interface ContentReporter {
  actor: Actor | null
  clientIp: string
}

/** What somebody wants to report, as a URL names it. */
export interface ReportSubjectReference {
  type: 'business' | 'podcast'
  slug: string
}

const sendings: RequestLimit = { name: 'reports', requests: 10, windowSeconds: 3_600 }
const complaints: RequestLimit = { name: 'report-complaints', requests: 10, windowSeconds: 3_600 }

/** Finds what somebody wants to report; null for what the public does not see. */
export async function getReportableContent(
  platform: Pick<Platform, 'db'>,
  { type, slug }: ReportSubjectReference,
): Promise<ReportableContent | null> {
  if (type === 'podcast') {
    const view = await getPodcastPage(platform, null, slug)
    return view && { type, slug, name: view.podcast.title, pictures: [] }
  }
  const business = await getBusinessPage(platform, slug)
  if (!business) return null
  const pictures = business.gallery.map(({ id, caption }, index) => ({
    id,
    label: caption ? `Picture ${index + 1}: ${caption}` : `Picture ${index + 1}`,
  }))
  return { type, slug: business.slug, name: business.name, pictures }
}

/** 'limited' means too many reports, with the minutes to wait; 'not-found' that the public does not see it. */
export type SubmitContentReportResult = { outcome: 'done' | 'not-found' } | { outcome: 'limited'; minutes: number }

/**
 * Reports a listing, one of its pictures or a podcast. All reports about one thing are one item for staff until it is decided. The
 * same words about it are stored once a day: they were sent twice, or again as no answer had come.
 */
export async function submitContentReport(
  platform: Pick<Platform, 'db' | 'secret'>,
  { actor, clientIp }: ContentReporter,
  name: ReportSubjectReference,
  { homepage, ...form }: ContentReportInput,
): Promise<SubmitContentReportResult> {
  // A bot that fills in the hidden field gets the normal answer, so that it does not learn it was detected.
  if (homepage !== '') return { outcome: 'done' }
  const { db, secret } = platform
  const shown = await getReportableContent(platform, name)
  const found = shown && (await findReportSubjectBySlug(db, shown))
  if (!found || (form.picture !== null && !shown.pictures.some(({ id }) => id === form.picture))) {
    return { outcome: 'not-found' }
  }
  const type: ReportSubjectType = form.picture ? 'picture' : shown.type
  const subject = {
    type,
    id: form.picture ?? found.id,
    businessId: shown.type === 'business' ? found.id : null,
  }
  const said = JSON.stringify([subject.type, subject.id, form.reason, form.words, form.email, actor?.userId ?? null])
  const submissionKey = submissionIdempotencyKeyOf(secret.sign(`report:${said}`))
  if (await areSubmissionsAlreadyStored(db, reports, [submissionKey])) return { outcome: 'done' }
  const { allowed, minutes } = await countLimitedRequest(db, secret, sendings, clientIp)
  if (!allowed) return { outcome: 'limited', minutes }
  const origin = {
    profileId: actor?.userId ?? null,
    isOwn: actor !== null && actor.userId === found.ownerId,
    submissionKey,
  }
  await db.transaction(async (transaction) => {
    if (await insertContentReport(transaction, subject, form, origin)) await announceLiveEvent(transaction, 'queue')
  })
  return { outcome: 'done' }
}

/** The decision behind the link of an answer; null if the link is not ours, or what it led to is deleted. */
export async function getReportAnswer(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  token: string,
): Promise<ReportAnswerView | null> {
  const link = parseReportAnswerToken(secret, token)
  const answered = link && (await findAnsweredReport(db, link))
  if (!answered) return null
  const { subjectType, measure, answer, decidedAt, isContested: isObjectedTo, isInTime } = answered
  return { subjectType, measure, answer, decidedAt, state: isObjectedTo ? 'sent' : isInTime ? 'open' : 'late' }
}

export type ReportComplaintResult =
  | { outcome: 'done' | 'again' | 'late' | 'not-found' }
  | { outcome: 'limited'; minutes: number }

/** Complains about the answer to a report, once, by the link in that answer. Another member of staff decides. */
export async function complainAboutReportAnswer(
  platform: Pick<Platform, 'db' | 'secret'>,
  { actor, clientIp }: ContentReporter,
  token: string,
  words: string,
): Promise<ReportComplaintResult> {
  const { db, secret } = platform
  const link = parseReportAnswerToken(secret, token)
  const answered = link && (await findAnsweredReport(db, link))
  if (!answered) return { outcome: 'not-found' }
  if (answered.isContested) return { outcome: 'again' }
  if (!answered.isInTime) return { outcome: 'late' }
  const { allowed, minutes } = await countLimitedRequest(db, secret, complaints, clientIp)
  if (!allowed) return { outcome: 'limited', minutes }
  return db.transaction(async (transaction): Promise<ReportComplaintResult> => {
    const { itemId, decisionId, reportId } = answered
    const objection = { itemId, decisionId, kind: 'complaint', reportId, words } as const
    const isNew = await insertReportObjection(transaction, { ...objection, profileId: actor?.userId ?? null })
    if (!isNew) return { outcome: 'again' }
    await recordAuditEvent(transaction, {
      actor: null,
      action: 'report.complained',
      subjectType: 'report',
      subjectId: itemId,
    })
    await announceLiveEvent(transaction, 'queue')
    return { outcome: 'done' }
  })
}
