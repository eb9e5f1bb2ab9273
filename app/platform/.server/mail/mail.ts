// How emails leave. Features define theirs with `defineMail` (`define-mail.ts`) and queue them as jobs; a worker sends them from here.

import { createHash } from 'node:crypto'
import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { capturedMails, sentMails } from '../database/tables.ts'
import { JobFailedError } from '../jobs/jobs.ts'

export interface Mail {
  /** What it tells of, such as 'confirm:ID'; a second mail of the same event is not sent. */
  event: string
  to: string
  /** Whom an answer goes to; the From of every mail unless said otherwise. */
  replyTo?: { name: string; address: string }
  headers?: Record<string, string>
  subject: string
  html: string
  text: string
}

export interface CapturedMail {
  id: number
  recipient: string
  subject: string
  html: string
  plainText: string
  capturedAt: Date
}

export interface Mailer {
  /** Where mail goes; 'none' lets it wait in the queue until a server is configured. */
  transport: 'smtp' | 'captured' | 'none'
  /** Hands a mail over, once an event. @throws JobFailedError, for good where the mail server will never take this mail. */
  send(mail: Mail): Promise<void>
  close(): void
}

interface MailerSettings extends Pick<Config, 'smtpUrl' | 'mailFrom'> {
  /** Whether mail without a server waits for one, rather than being shown at /dev/mail. */
  production: boolean
}

/** Opens the way mail leaves by: the configured SMTP server, else a table that /dev/mail shows, but not in production. */
export function openMailer(config: MailerSettings, db: Database): Mailer {
  const transport = config.smtpUrl ? 'smtp' : config.production ? 'none' : 'captured'
  let server: Transporter | null = null
  return {
    transport,
    send: async (mail) => {
      if (transport === 'none') throw new JobFailedError('no mail server is configured: set SMTP_URL')
      const [already] = await db.select().from(sentMails).where(eq(sentMails.event, mail.event))
      if (already) return
      if (!config.smtpUrl) return capture(db, mail)
      const transporter = server ?? (await openMailServerClient(config.smtpUrl))
      server = transporter
      const { replyTo, headers, subject, html, text } = mail
      const to = { name: '', address: mail.to }
      // Killed between the server's word and our noting it, the mail goes again: with the same id, so that mailboxes tell.
      const messageId = `<${createHash('sha256').update(mail.event).digest('hex').slice(0, 32)}@${emailDomainOf(config.mailFrom)}>`
      await transporter
        .sendMail({
          from: config.mailFrom,
          to,
          ...(replyTo && { replyTo }),
          ...(headers && { headers }),
          subject,
          html,
          text,
          messageId,
        })
        .catch((error) => {
          throw explainRefusal(error)
        })
      await db.insert(sentMails).values({ event: mail.event }).onConflictDoNothing()
    },
    close: () => server?.close(),
  }
}

/** Opens the client of a mail server. It is loaded with the first mail: a process that only answers visitors needs none. */
export async function openMailServerClient(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 })
}

/** The mail server does not know the recipient. */
export class MailRecipientUnknownError extends JobFailedError {
  override name = 'MailRecipientUnknown'
}

/** What the mail server's error comes to, without its words, which often repeat an address. */
function explainRefusal(error: unknown): JobFailedError {
  const { code = 'unknown', command = '', responseCode = 0, response = '' } = error as SmtpError
  // Refusing the sender or our password is a mistake of the settings; refusing the recipient or the text is for good. So is
  // an address that the client itself takes for none, which it calls a mistake at its API.
  const refused = responseCode >= 500 && (command === 'DATA' || command === 'RCPT TO')
  const forGood = refused || (code === 'EENVELOPE' && command === 'API')
  const details = [code, command, responseCode || ''].filter(Boolean).join(' ')
  // With 5.7 in front of its words (RFC 3463) a server refuses us, by a list or a policy, whoever the recipient is.
  const isUnknown = refused && command === 'RCPT TO' && !/^\d{3}[ -]5\.7\./.test(response)
  const Failure = isUnknown ? MailRecipientUnknownError : JobFailedError
  return new Failure(`the mail server did not take the mail (${details})`, { forGood })
}

interface SmtpError {
  code?: string
  /** The SMTP command that was answered so. */
  command?: string
  responseCode?: number
  /** The whole answer. */
  response?: string
}

async function capture(db: Database, { event, to, subject, html, text }: Mail): Promise<void> {
  await db.transaction(async (transaction) => {
    const [first] = await transaction.insert(sentMails).values({ event }).onConflictDoNothing().returning()
    if (first) await transaction.insert(capturedMails).values({ recipient: to, subject, html, plainText: text })
  })
}

/** The domain of an address such as 'Muster <no-reply@muster.example>'. */
export function emailDomainOf(from: string): string {
  return /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'muster.invalid'
}

/** The mails kept instead of being sent, newest first. */
export function listCapturedMails(db: Database, limit: number): Promise<CapturedMail[]> {
  return db.select().from(capturedMails).orderBy(desc(capturedMails.id)).limit(limit)
}

/** Deletes captured emails of thirty days ago. For a scheduled job. */
export async function deleteOldCapturedMails(db: Database): Promise<void> {
  await db.delete(capturedMails).where(lt(capturedMails.capturedAt, sql`now() - interval '30 days'`))
}

/** Takes away the mails kept of somebody who leaves. */
export async function deleteCapturedMailsTo(transaction: Database, recipient: string): Promise<void> {
  await transaction.delete(capturedMails).where(eq(capturedMails.recipient, recipient))
}

/** One of them; null when there is none with this number. */
export async function findCapturedMail(db: Database, id: number): Promise<CapturedMail | null> {
  const [mail] = await db.select().from(capturedMails).where(eq(capturedMails.id, id))
  return mail ?? null
}
