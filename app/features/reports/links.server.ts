import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'

/** The path of the page behind the link of an answer. Its token is stored neither in the database nor in the queue. */
export function answerPath(secret: string, reportId: string): string {
  return `${href('/report/answer')}?${new URLSearchParams({ token: `${reportId}.${sign(secret, reportId)}` })}`
}

/** Reads the token of such a link; returns the id of the report, null for a token that is not ours. */
export function readAnswerToken(secret: string, token: string): string | null {
  const [, id, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !signature) return null
  return timingSafeEqual(Buffer.from(sign(secret, id)), Buffer.from(signature)) ? id : null
}

function sign(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`report-answer:${id}`).digest('base64url')
}
