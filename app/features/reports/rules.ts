import { href } from 'react-router'
import { type ReportFilter, reportStates, reportSubjectTypes } from './model.ts'

/** Path of the list of reports. */
export const reportsPath = href('/admin/reports')

/** Path of everything that was reported about one thing. */
export function reportsOfItemPath(id: string): string {
  return href('/admin/reports/:id', { id })
}

/** Path of a page of what was reported about one thing. */
export function reportsOfItemPathAtPage(id: string, page: number): string {
  return page > 1 ? `${reportsOfItemPath(id)}?${new URLSearchParams({ page: String(page) })}` : reportsOfItemPath(id)
}

/** Reads the page of a URL; the first for none or what is no page. */
export function parseReportsPageNumber(parameters: URLSearchParams): number {
  const value = parameters.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}

/** Path of the list with filters. */
export function filteredReportsPath({ state, type }: ReportFilter): string {
  const parameters = new URLSearchParams({ ...(state && { state }), ...(type && { type }) })
  return parameters.size > 0 ? `${reportsPath}?${parameters}` : reportsPath
}

/** Reads the filters of a URL; unknown values are ignored. */
export function parseReportFilter(parameters: URLSearchParams): ReportFilter {
  return {
    state: oneOf(reportStates, parameters.get('state')),
    type: oneOf(reportSubjectTypes, parameters.get('type')),
  }
}

/** What a URL asks to report: a listing or a podcast by its slug, and perhaps a picture of the listing; null for neither or both. */
export function parseReportSubject(
  parameters: URLSearchParams,
): { type: 'business' | 'podcast'; slug: string; picture: string | null } | null {
  const [business, podcast] = [parameters.get('business'), parameters.get('podcast')]
  if ((business === null) === (podcast === null)) return null
  return business === null
    ? { type: 'podcast', slug: podcast ?? '', picture: null }
    : { type: 'business', slug: business, picture: parameters.get('picture') }
}

function oneOf<Names extends object>(names: Names, value: string | null): keyof Names | null {
  return value !== null && Object.hasOwn(names, value) ? (value as keyof Names) : null
}

/** Whether the assessments of `docs/online-safety` should have been reviewed by now. */
export function isOnlineSafetyReviewOverdue(reviewBy: string, today: string): boolean {
  return reviewBy < today
}
