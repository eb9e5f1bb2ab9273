import { z } from 'zod'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { signedStopMonthlyVisitsMailPath } from './links.server.ts'
import { findMonthlyVisitsMailContent } from './queries.server.ts'

/** To an owner, once a month: what the page of their business brought. */
export const sendMonthlyVisitsMail = defineMail({
  name: 'insight.send-month',
  schema: z.object({ ownerId: z.uuid(), month: z.iso.date() }),
  load: ({ db }, { ownerId, month }) => findMonthlyVisitsMailContent(db, ownerId, month),
  key: ({ ownerId, month }) => `statistics:${month}:${ownerId}`,
  templates: () => import('./emails.tsx'),
  to: ({ to }) => to,
  reader: 'owner',
  isUnsolicited: true,
  // RFC 8058: mail programs show a button that sends a POST to this address.
  headers: (_, { ownerId }, { publicUrl, secret }) => ({
    'List-Unsubscribe': `<${publicUrl}${signedStopMonthlyVisitsMailPath(secret, ownerId)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
  render: (templates, month, { ownerId }, { publicUrl, secret }) =>
    templates.monthlyVisitsMail({
      ...month,
      publicUrl,
      stopLink: publicUrl + signedStopMonthlyVisitsMailPath(secret, ownerId),
    }),
})
