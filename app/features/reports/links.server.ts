import { href } from 'react-router'
import type { Secret } from '#app/platform/.server/secret.ts'
import { readSignedId, signId } from '#app/platform/.server/signed-id.ts'

const purpose = 'report-answer'

/** The path of the page behind the link of an answer. */
export function answerPath(secret: Secret, reportId: string): string {
  return `${href('/report/answer')}?${new URLSearchParams({ token: signId(secret, purpose, reportId) })}`
}

/** Reads the token of such a link; returns the id of the report, null for a token that is not ours. */
export function readAnswerToken(secret: Secret, token: string): string | null {
  return readSignedId(secret, purpose, token)
}
