import { href } from 'react-router'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { parseSignedLinkId, signLinkId } from '#app/platform/.server/security/signed-id.ts'

const purpose = 'report-answer'

/** What the link of an answer leads to: a report and the decision that it was answered with. Older links do not say which decision. */
export interface ReportAnswerLinkPayload {
  reportId: string
  decisionId: string | null
}

/** The path of the page behind the link of an answer. */
export function reportAnswerPath(secret: SigningSecret, { reportId, decisionId }: ReportAnswerLinkPayload): string {
  const token = decisionId
    ? `${decisionId}.${signLinkId(secret, `${purpose}:${decisionId}`, reportId)}`
    : signLinkId(secret, purpose, reportId)
  return `${href('/report/answer')}?${new URLSearchParams({ token })}`
}

/** Reads the token of such a link; null for a token that is not ours. */
export function parseReportAnswerToken(secret: SigningSecret, token: string): ReportAnswerLinkPayload | null {
  const [, decisionId = null, rest = token] = /^([^.]+)\.([^.]+\.[^.]+)$/.exec(token) ?? []
  const reportId = parseSignedLinkId(secret, decisionId ? `${purpose}:${decisionId}` : purpose, rest)
  return reportId ? { reportId, decisionId } : null
}
