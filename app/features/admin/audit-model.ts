import { toSingleLine } from '#app/lib/plain-text.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** What the audit log says of what happens here. */
export const auditSentences = {
  'audit.exported': '{actor} downloaded the audit log',
  'job.retried': '{actor} retried {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    admin: keyof typeof auditSentences
  }
}

/** Rows per page. */
export const auditPageSize = 50

/** The filters of the audit log, as URL parameters. */
export const auditFilterFields = ['action', 'actor', 'subject', 'from', 'to'] as const
export type AuditFilterField = (typeof auditFilterFields)[number]

/** The filters of the audit log; null for no filter. */
export interface AuditFilter {
  action: string | null
  /** The actor's sign-in address. */
  actor: string | null
  /** The subject's id. */
  subject: string | null
  /** First and last day in London time. */
  from: string | null
  to: string | null
}

export interface ParsedAuditFilter {
  /** The values as typed. */
  typed: Record<AuditFilterField, string>
  filter: AuditFilter
  problems: { field: AuditFilterField; message: string }[]
}

/** Reads the filters from URL parameters. */
export function parseAuditFilter(query: URLSearchParams): ParsedAuditFilter {
  const typed = Object.fromEntries(
    auditFilterFields.map((field) => [field, toSingleLine(query.get(field) ?? '').slice(0, 300)]),
  ) as Record<AuditFilterField, string>
  const problems: ParsedAuditFilter['problems'] = []
  if (typed.actor !== '' && !/^[^\s@]+@[^\s@]+$/.test(typed.actor)) {
    problems.push({ field: 'actor', message: 'Enter an email address such as name@example.org' })
  }
  if (typed.subject !== '' && !isUuid(typed.subject)) {
    problems.push({ field: 'subject', message: 'Enter an id as the list shows it' })
  }
  for (const field of ['from', 'to'] as const) {
    if (typed[field] !== '' && !isDay(typed[field])) {
      problems.push({ field, message: 'Enter a day such as 2026-11-21' })
    }
  }
  if (problems.length === 0 && typed.from && typed.to && typed.from > typed.to) {
    problems.push({ field: 'to', message: 'The last day must not come before the first' })
  }
  const { action, actor, subject, from, to } = typed
  const filter = {
    action: action || null,
    actor: actor.toLowerCase() || null,
    subject: subject || null,
    from: from || null,
    to: to || null,
  }
  return { typed, filter, problems }
}

/** Writes the filters as URL parameters. */
export function toAuditFilterParams(typed: Record<AuditFilterField, string>): URLSearchParams {
  return new URLSearchParams(auditFilterFields.flatMap((field) => (typed[field] ? [[field, typed[field]]] : [])))
}

/** The database knows no year 0. */
function isDay(text: string): boolean {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

/** The actor or subject of an event; `name` is null if it was deleted or has none. */
export interface AuditActorOrSubject {
  id: string
  name: string | null
}

/** An entry of the audit log. */
export interface AuditEntry {
  id: string
  happenedAt: Date
  /** Null for a command or a job. */
  actor: AuditActorOrSubject | null
  action: string
  subjectType: string
  subject: AuditActorOrSubject
  detail: Record<string, unknown>
}

export interface PagedAuditEntries {
  entries: AuditEntry[]
  /** The cursors to older and newer entries; null if there are none. */
  older: string | null
  newer: string | null
}
