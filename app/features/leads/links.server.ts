import { href } from 'react-router'
import type { Secret } from '#app/platform/.server/secret.ts'
import { readSignedId, signId } from '#app/platform/.server/signed-id.ts'

const purpose = 'enquiry sent'

/** The query of a sender's links. */
function queryOf(secret: Secret, id: string): string {
  return new URLSearchParams({ token: signId(secret, purpose, id) }).toString()
}

/** Path of the page on which a sender confirms, sees and erases what they sent. */
export function sentPath(secret: Secret, id: string): string {
  return `${href('/enquiries/sent')}?${queryOf(secret, id)}`
}

/** Path of the copy of it as a file. */
export function sentFilePath(secret: Secret, id: string): string {
  return `${href('/enquiries/sent.json')}?${queryOf(secret, id)}`
}

/** Reads the token of a link; returns the id of the request, null for a token that is not ours. */
export function readSentToken(secret: Secret, token: string): string | null {
  return readSignedId(secret, purpose, token)
}

/** What stands for the sender of an enquiry where only reports of spam are counted: a keyed hash of their address. */
export function senderOf(secret: Secret, email: string): string {
  return secret.sign(senderText(email))
}

/** The same, and what stood for them under the secrets before. */
export function sendersOf(secret: Secret, email: string): string[] {
  return secret.hashes(senderText(email))
}

function senderText(email: string): string {
  return `enquiry sender:${email.toLowerCase()}`
}
