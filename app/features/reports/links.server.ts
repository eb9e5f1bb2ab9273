import { href } from 'react-router'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { parseSignedId, signId } from '#app/platform/.server/security/signed-id.ts'

const purpose = 'report-answer'

/** What the link of an answer leads to: a report and the decision that it was answered with. Older links do not say which decision. */
export interface AnswerLink {
  reportId: string
  decisionId: string | null
}

/** The path of the page behind the link of an answer. */
export function answerPath(secret: Secret, { reportId, decisionId }: AnswerLink): string {
  const token = decisionId
    ? `${decisionId}.${signId(secret, `${purpose}:${decisionId}`, reportId)}`
    : signId(secret, purpose, reportId)
  return `${href('/report/answer')}?${new URLSearchParams({ token })}`
}

/** Reads the token of such a link; null for a token that is not ours. */
export function parseAnswerToken(secret: Secret, token: string): AnswerLink | null {
  const [, decisionId = null, rest = token] = /^([^.]+)\.([^.]+\.[^.]+)$/.exec(token) ?? []
  const reportId = parseSignedId(secret, decisionId ? `${purpose}:${decisionId}` : purpose, rest)
  return reportId ? { reportId, decisionId } : null
}
