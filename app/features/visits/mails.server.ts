import { z } from 'zod'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { signedStopPath } from './links.server.ts'
import { findMonthForMail } from './queries.server.ts'

/** To an owner, once a month: what the page of their business brought. */
export const sendMonthlyVisits = defineMail({
  name: 'insight.send-month',
  schema: z.object({ ownerId: z.uuid(), month: z.iso.date() }),
  load: ({ db }, { ownerId, month }) => findMonthForMail(db, ownerId, month),
  key: ({ ownerId, month }) => `statistics:${month}:${ownerId}`,
  templates: () => import('./emails.tsx'),
  to: ({ to }) => to,
  reader: 'owner',
  isUnsolicited: true,
  // RFC 8058: mail programs show a button that sends a POST to this address.
  headers: (_, { ownerId }, { publicUrl, secret }) => ({
    'List-Unsubscribe': `<${publicUrl}${signedStopPath(secret, ownerId)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
  render: (templates, month, { ownerId }, { publicUrl, secret }) =>
    templates.monthlyVisitsMail({ ...month, publicUrl, stopLink: publicUrl + signedStopPath(secret, ownerId) }),
})
