import { z } from 'zod'
import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { reportAnswerPath } from './links.server.ts'
import { findAnsweredReport, findModerationNoticeOfDecision, findReportObjectionAnswer } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** To whoever reported something and left an address: what was decided. Holds nothing that they wrote. */
export const sendReportAnswerMail = defineMail({
  name: 'reports.send-answer',
  schema: z.object({ reportId: z.uuid(), decisionId: z.uuid() }),
  load: async ({ db }, { reportId, decisionId }) => {
    const answered = await findAnsweredReport(db, { reportId, decisionId })
    return answered?.decisionId === decisionId && answered.answer ? { ...answered, answer: answered.answer } : null
  },
  key: ({ reportId, decisionId }) => `report-answer:${decisionId}:${reportId}`,
  templates,
  to: ({ email }) => email,
  reader: 'unconfirmed',
  asIs: ['answer'],
  waitsForItsDay: true,
  isUnsolicited: true,
  render: (templates, { reportId, ...decision }, _, { publicUrl, secret }) =>
    templates.reportAnswerMail({
      ...decision,
      link: `${publicUrl}${reportAnswerPath(secret, { reportId, decisionId: decision.decisionId })}`,
    }),
})

/** To the owner of what something was done about. Holds nothing about who reported it. */
export const sendModerationNoticeMail = defineMail({
  name: 'reports.send-notice',
  schema: z.object({ decisionId: z.uuid() }),
  load: async ({ db }, { decisionId }) => {
    const notice = await findModerationNoticeOfDecision(db, decisionId)
    const email = notice && (await findSignInEmailOfMember(db, notice.ownerId))
    return notice && email ? { ...notice, email } : null
  },
  key: ({ decisionId }) => `report-notice:${decisionId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, notice, _, { publicUrl }) => templates.moderationNoticeMail({ notice, publicUrl }),
})

/** To the owner who appealed, or to whoever complained. */
export const sendReportObjectionAnswerMail = defineMail({
  name: 'reports.send-contest-answer',
  schema: z.object({ contestId: z.uuid() }),
  load: async ({ db }, { contestId: objectionId }) => {
    const objection = await findReportObjectionAnswer(db, objectionId)
    if (!objection) return null
    const email = objection.ownerId ? await findSignInEmailOfMember(db, objection.ownerId) : objection.email
    return email ? { ...objection, email } : null
  },
  key: ({ contestId: objectionId }) => `report-contest:${objectionId}`,
  templates,
  to: ({ email }) => email,
  reader: ({ ownerId }) => (ownerId ? 'owner' : 'unconfirmed'),
  asIs: ['answer'],
  waitsForItsDay: true,
  render: (templates, objection) => templates.reportObjectionAnswerMail(objection),
})
