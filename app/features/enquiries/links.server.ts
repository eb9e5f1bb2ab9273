import { href } from 'react-router'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { parseSignedLinkId, signLinkId } from '#app/platform/.server/security/signed-id.ts'

const purpose = 'enquiry sent'

/** The query of a sender's links. */
function queryOf(secret: SigningSecret, id: string): string {
  return new URLSearchParams({ token: signLinkId(secret, purpose, id) }).toString()
}

/** Path of the page on which a sender confirms, sees and erases what they sent. */
export function signedSentEnquiryPath(secret: SigningSecret, id: string): string {
  return `${href('/enquiries/sent')}?${queryOf(secret, id)}`
}

/** Path of the copy of it as a file. */
export function signedSentEnquiryFilePath(secret: SigningSecret, id: string): string {
  return `${href('/enquiries/sent.json')}?${queryOf(secret, id)}`
}

/** Reads the token of a link; returns the id of the request, null for a token that is not ours. */
export function parseSentEnquiryToken(secret: SigningSecret, token: string): string | null {
  return parseSignedLinkId(secret, purpose, token)
}

/**
 * What stands for the sender of an enquiry where only reports of spam are counted: a keyed hash of their address. An address that nobody
 * has confirmed may be a stranger's: what is reported of it counts for nobody who proves that it is theirs.
 */
export function enquirySpamSenderHash(secret: SigningSecret, sender: SpamSenderKey): string {
  return secret.sign(senderText(sender))
}

/** The same, and what stood for them under the secrets before; for an address that is not confirmed, whether it was or not. */
export function enquirySpamSenderHashes(secret: SigningSecret, { email, isConfirmed }: SpamSenderKey): string[] {
  const known = secret.hashes(senderText({ email, isConfirmed: true }))
  return isConfirmed ? known : [...known, ...secret.hashes(senderText({ email, isConfirmed: false }))]
}

interface SpamSenderKey {
  email: string
  isConfirmed: boolean
}

function senderText({ email, isConfirmed }: SpamSenderKey): string {
  return `${isConfirmed ? '' : 'unconfirmed '}enquiry sender:${email.toLowerCase()}`
}
