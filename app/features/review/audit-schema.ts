import { isUuid } from '#app/lib/uuid.ts'

/** Rows on a page of the audit. */
export const auditPageSize = 50

/** What the audit may be narrowed to, as parameters of its address. */
export const auditFields = ['action', 'actor', 'subject', 'from', 'to'] as const
export type AuditField = (typeof auditFields)[number]

/** What the audit is narrowed to; null for whatever it may be. */
export interface AuditFilter {
  action: string | null
  /** Sign-in address of who did it. */
  actor: string | null
  /** Id of what it was done to. */
  subject: string | null
  /** First and last day, by the clocks of London. */
  from: string | null
  to: string | null
}

export interface AskedAudit {
  /** As it was typed. */
  typed: Record<AuditField, string>
  filter: AuditFilter
  problems: { field: AuditField; message: string }[]
}

/** Reads what is asked for from the parameters of an address. */
export function readAuditFilter(query: URLSearchParams): AskedAudit {
  const typed = Object.fromEntries(
    auditFields.map((field) => [field, (query.get(field) ?? '').trim().slice(0, 300)]),
  ) as Record<AuditField, string>
  const problems: AskedAudit['problems'] = []
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
  const filter = Object.fromEntries(auditFields.map((field) => [field, typed[field] || null])) as unknown as AuditFilter
  return { typed, filter: { ...filter, actor: filter.actor?.toLowerCase() ?? null }, problems }
}

/** The parameters that ask for the same again. */
export function writeAuditFilter(typed: Record<AuditField, string>): URLSearchParams {
  return new URLSearchParams(auditFields.flatMap((field) => (typed[field] ? [[field, typed[field]]] : [])))
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

/** Somebody or something an event names; `name` is null for what is gone, or never had one. */
export interface AuditParty {
  id: string
  name: string | null
}

/** One row of the audit. */
export interface AuditEntry {
  id: string
  happenedAt: Date
  /** Null for a command or a job. */
  actor: AuditParty | null
  action: string
  subjectType: string
  subject: AuditParty
  detail: Record<string, unknown>
}

export interface AuditPage {
  entries: AuditEntry[]
  /** Id of the entry after which older ones, or before which newer ones stand; null where there are none. */
  older: string | null
  newer: string | null
}
