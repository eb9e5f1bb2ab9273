import { href } from 'react-router'
import { readSignedId, signId } from '#app/platform/.server/signed-id.ts'

const purpose = 'report-answer'

/** The path of the page behind the link of an answer. */
export function answerPath(secret: string, reportId: string): string {
  return `${href('/report/answer')}?${new URLSearchParams({ token: signId(secret, purpose, reportId) })}`
}

/** Reads the token of such a link; returns the id of the report, null for a token that is not ours. */
export function readAnswerToken(secret: string, token: string): string | null {
  return readSignedId(secret, purpose, token)
}
