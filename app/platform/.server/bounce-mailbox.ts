import type { ImapFlow } from 'imapflow'
import { type BounceMailbox, readBounceSender, type SentTo } from './bounce-senders.ts'
import { findDeliveryStatus, isPermanentFailure } from './delivery-status.ts'
import { JobFailed } from './jobs.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

/** Fetched of a report; the rest of an email, such as the one it returns, stays where it is. */
const reportMaxBytes = 64 * 1024
/** What the server may send at once. The connection ends beyond that, so that no email fills the memory. */
const answerMaxBytes = 4 * 2 ** 20
/** Read at a time; the next run goes on. */
const emailsAtATime = 500

const headers = ['to', 'delivered-to', 'x-original-to', 'envelope-to']

/**
 * Reads what is new in the mailbox, and calls `onFailure` for each email that can never be delivered. What was read is marked as
 * seen, after `onFailure`. An email is flagged while it is read: one that breaks the connection is read once more, last, and marked
 * as seen before. A bounce that is lost by this comes again with the next email to that address.
 * @returns how many emails were read
 * @throws JobFailed if the server cannot be used; what `onFailure` throws
 */
export async function readBounceMailbox(
  mailbox: BounceMailbox,
  { secret, log }: { secret: Secret; log: Log },
  onFailure: (email: SentTo) => Promise<void>,
): Promise<number> {
  const client = await openMailbox(mailbox)
  try {
    const fresh = await find(client, { seen: false, flagged: false })
    const again = await find(client, { seen: false, flagged: true })
    const uids = [
      ...fresh.map((uid) => ({ uid, isRepeated: false })),
      ...again.map((uid) => ({ uid, isRepeated: true })),
    ]
    const now = uids.slice(0, emailsAtATime)
    for (const { uid, isRepeated } of now) {
      await flag(client, uid, isRepeated ? '\\Seen' : '\\Flagged')
      const failure = await readFailure(client, uid, mailbox, secret).catch((error) => {
        if (!client.usable) throw explainFailure(error)
        log.warn({ error, uid }, 'an email in the mailbox for bounces could not be read')
        return null
      })
      if (failure) await onFailure(failure)
      await flag(client, uid, '\\Seen')
    }
    return now.length
  } finally {
    await client.logout().catch(() => undefined)
    client.close()
  }
}

/** Connects and signs in, and says nothing else. @throws JobFailed */
export async function openMailbox({ imapUrl }: Pick<BounceMailbox, 'imapUrl'>): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, username, password, pathname } = new URL(imapUrl)
  const isEncrypted = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isEncrypted ? 993 : 143),
    secure: isEncrypted,
    // The password is sent in the clear to this machine alone.
    ...(!isEncrypted && !isOwn(hostname) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
    maxLineLength: answerMaxBytes,
    maxLiteralSize: answerMaxBytes,
    maxResponseSize: answerMaxBytes,
  })
  // What breaks the connection also ends the command that waits for it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    return client
  } catch (error) {
    client.close()
    throw explainFailure(error)
  }
}

function isOwn(hostname: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
}

async function find(client: ImapFlow, query: { seen: boolean; flagged: boolean }): Promise<number[]> {
  const uids = await client.search(query, { uid: true }).catch((error) => {
    throw explainFailure(error)
  })
  return uids || []
}

async function flag(client: ImapFlow, uid: number, name: '\\Seen' | '\\Flagged'): Promise<void> {
  const isDone = await client.messageFlagsAdd(String(uid), [name], { uid: true }).catch((error) => {
    throw explainFailure(error)
  })
  // Where nothing can be marked, all would be read again and again.
  if (!isDone) throw new JobFailed('the mailbox for bounces cannot be changed')
}

/** Whom an email in the mailbox reports as out of reach; null if it reports nothing of the kind, or nothing about an email of ours. */
async function readFailure(
  client: ImapFlow,
  uid: number,
  { from }: BounceMailbox,
  secret: Secret,
): Promise<SentTo | null> {
  const email = await client.fetchOne(String(uid), { uid: true, bodyStructure: true, headers }, { uid: true })
  if (!email) return null
  const sent = readBounceSender(secret, from, unfold(email.headers))
  const part = sent && email.bodyStructure && findDeliveryStatus(email.bodyStructure)
  if (!part) return null
  const bodyParts = [{ key: part, start: 0, maxLength: reportMaxBytes }]
  const content = await client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true })
  const report = content ? content.bodyParts?.get(part)?.toString('utf8') : undefined
  return report && isPermanentFailure(report) ? sent : null
}

function unfold(header: Buffer | undefined): string {
  return header?.toString('utf8').replace(/\r?\n[ \t]+/g, ' ') ?? ''
}

/** What went wrong, without the server's words, which may repeat an address. */
function explainFailure(error: unknown): JobFailed {
  const { name, code, authenticationFailed } = error as { name: string; code?: string; authenticationFailed?: boolean }
  const reason = authenticationFailed ? 'it does not take our login' : (code ?? name)
  return new JobFailed(`the mailbox for bounces could not be read (${reason})`)
}
