import { href } from 'react-router'
import { type CapturedMail, findCapturedMail } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** Finds a captured email by the number in its URL; null for none, and always if email is really sent. */
export async function findCapturedMailByNumber(
  { db, mailer }: Pick<Platform, 'db' | 'mailer'>,
  id: string,
): Promise<CapturedMail | null> {
  return mailer.transport === 'captured' && /^\d{1,9}$/.test(id) ? findCapturedMail(db, Number(id)) : null
}

/** The page of the captured emails, and what leads there; null if email is really sent, or waits to be. */
export function findCapturedMailsLink({ mailer }: Pick<Platform, 'mailer'>): { path: string; words: string } | null {
  const path = href('/dev/mail')
  return mailer.transport === 'captured' ? { path, words: `This is a demo: its mail is at ${path}` } : null
}
