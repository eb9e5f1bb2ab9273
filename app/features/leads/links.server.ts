import { createHmac } from 'node:crypto'
import { href } from 'react-router'
import { readSignedId, signId } from '#app/platform/.server/signed-id.ts'

const purpose = 'enquiry sent'

/** The query of a sender's links. */
function queryOf(secret: string, id: string): string {
  return new URLSearchParams({ token: signId(secret, purpose, id) }).toString()
}

/** Path of the page on which a sender confirms, sees and erases what they sent. */
export function sentPath(secret: string, id: string): string {
  return `${href('/enquiries/sent')}?${queryOf(secret, id)}`
}

/** Path of the copy of it as a file. */
export function sentFilePath(secret: string, id: string): string {
  return `${href('/enquiries/sent.json')}?${queryOf(secret, id)}`
}

/** Reads the token of a link; returns the id of the request, null for a token that is not ours. */
export function readSentToken(secret: string, token: string): string | null {
  return readSignedId(secret, purpose, token)
}

/** What stands for the sender of an enquiry where only reports of spam are counted: a keyed hash of their address. */
export function senderOf(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`enquiry sender:${email.toLowerCase()}`).digest('base64url')
}
