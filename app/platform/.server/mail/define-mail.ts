import type { z } from 'zod'
import type { JobHandler } from '../jobs/handle-jobs.ts'
import { type JobDefinition, JobFailedError } from '../jobs/jobs.ts'
import type { Platform } from '../platform.ts'
import { MailRecipientUnknownError } from './mail.ts'
import { harmlessTextsForMail } from './mailed-names.ts'
import { type MailContent, renderMail } from './render-mail.ts'
import { countAndLimitMailToUnconfirmedAddress } from './unconfirmed-mails.ts'
import { findEmailUndeliverableSince, markEmailUndeliverable } from './undeliverable.ts'

/** A kind of mail: queued like any job, with its own handler. */
export type MailDefinition<Data extends object = object> = JobDefinition<Data> & JobHandler

/**
 * Who reads a mail:
 * - 'owner': whoever owns what it is about, or works here. They read all texts as they are.
 * - 'confirmed': somebody else, who has shown that they read mail there, or has paid. Texts are made harmless.
 * - 'unconfirmed': whoever has the address that somebody typed. Texts are made harmless, and few mails a day go there.
 */
export type MailReaderKind = 'owner' | 'confirmed' | 'unconfirmed'

interface MailOptions<Data extends object, Subject, Templates> {
  /** Stored with every queued mail, so it never changes. */
  name: string
  /** What is queued: ids, and what cannot be looked up later. */
  schema: z.ZodType<Data>
  /** Loads what the mail is about when it is sent. Nothing is sent for null: the member has left, or it is no longer true. */
  load: (platform: Platform, data: Data) => Promise<Subject | null | undefined>
  /** A mail is sent once for each key, however often it is queued. */
  key: (data: Data, jobId: string) => string
  /** The recipient's email address; nothing is sent for null. */
  to: (subject: Subject, data: Data) => string | null
  /** Who that is, also where it depends on what was loaded. */
  reader: MailReaderKind | ((subject: Subject) => MailReaderKind)
  /**
   * Fields of what was loaded that readers who are no owners get as they are: what we wrote ourselves, links of ours, and what the reader
   * typed. All other texts are names for them, see mailed-names.ts.
   */
  asIs?: readonly (keyof Subject & string)[]
  /**
   * Whether a mail that is one too many for a day is sent as soon as there is room. Others are dropped: what brought them about can be
   * done again.
   */
  waitsForItsDay?: true
  /** Who gets a reply, where that is not the sender of all mails. */
  replyTo?: (subject: Subject) => { name: string; address: string }
  /**
   * Whether its recipient has just asked for it, and needs it to get on. Nothing else is sent to an address that a mail server does not
   * know: what is refused again and again costs us the trust of that server.
   */
  isAskedFor?: true
  /** Whether the recipient did not ask for it, so that machines must not answer it. */
  isUnsolicited?: true
  /** Further headers. */
  headers?: (subject: Subject, data: Data, platform: Platform) => Record<string, string>
  /** The feature's templates. Loaded when a mail is sent, as Node runs our commands itself and reads no `.tsx`. */
  templates: () => Promise<Templates>
  /** Fills in a template; nothing is sent for null. */
  render: (templates: Templates, subject: Subject, data: Data, platform: Platform) => MailContent | null
  /** Runs once the mail server has accepted the mail. */
  onSent?: (platform: Platform, data: Data) => Promise<void>
}

/** Says that no person wrote a mail: RFC 3834, and the header that Exchange reads instead. */
const unsolicited = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Defines a mail. Queue it with `jobs.enqueue` in the transaction of the change that it reports. */
export function defineMail<Data extends object, Subject, Templates>(
  options: MailOptions<Data, Subject, Templates>,
): MailDefinition<Data> {
  const { name, schema, load, key, to, reader, asIs = [], replyTo, templates, render, onSent } = options
  const { waitsForItsDay, isAskedFor, isUnsolicited, headers } = options
  const definition: MailDefinition<Data> = {
    name,
    queue: 'mail',
    schema,
    handle: async (platform, queued, jobId) => {
      const data = schema.parse(queued)
      const subject = await load(platform, data)
      const recipient = subject && to(subject, data)
      const count = (outcome: string) => platform.metrics.count('muster_mails_total', { outcome })
      if (recipient && !isAskedFor && (await findEmailUndeliverableSince(platform.db, platform.secret, recipient))) {
        count('withheld')
        return
      }
      if (!recipient) return
      const who = typeof reader === 'function' ? reader(subject) : reader
      const shown = who === 'owner' ? subject : harmlessTextsForMail(subject, asIs)
      const content = render(await templates(), shown, data, platform)
      if (!content) return
      const event = key(data, jobId)
      const counted =
        who === 'unconfirmed' &&
        (await countAndLimitMailToUnconfirmedAddress(platform.db, platform.secret, { event, to: recipient }))
      if (counted && !counted.allowed) {
        count('withheld')
        // A job that is carried out twice has one that follows it.
        const later = { event: `${jobId}:later`, startAfter: counted.waitSeconds }
        if (waitsForItsDay) await platform.jobs.enqueue(platform.db, definition, data, later)
        return
      }
      const mail = {
        event,
        to: recipient,
        ...(replyTo && { replyTo: replyTo(subject) }),
        headers: { ...(isUnsolicited && unsolicited), ...headers?.(shown, data, platform) },
        ...(await renderMail(content)),
      }
      await platform.mailer.send(mail).catch(async (error) => {
        if (error instanceof MailRecipientUnknownError)
          await markEmailUndeliverable(platform.db, platform.secret, recipient)
        count(error instanceof JobFailedError && error.forGood ? 'refused' : 'failed')
        throw error
      })
      count('sent')
      await onSent?.(platform, data)
    },
  }
  return definition
}
