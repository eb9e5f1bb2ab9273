import { z } from 'zod'
import { cleanNameForMail } from '#app/features/account/rules.ts'
import { deriveEmailLinkToken, findEmailLinkTokenSubjectById } from '#app/features/account/token-service.server.ts'
import { findUserRecordById } from '#app/features/account/user-service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

const templates = () => import('./emails.tsx')

const userSchema = z.object({ userId: z.uuid() })

const loadUser = ({ db }: Pick<Platform, 'db'>, { userId }: { userId: string }) => findUserRecordById(db, userId)

export const sendRegistrationConfirmationMail = defineMail({
  name: 'account.send-confirmation',
  schema: userSchema.extend({ tokenId: z.uuid() }),
  load: async ({ db, publicUrl, secret }, { userId, tokenId }) => {
    const user = await findUserRecordById(db, userId)
    const token = user && (await findEmailLinkTokenSubjectById(db, 'confirm', tokenId))
    const link = `${publicUrl}/onboarding?token=${deriveEmailLinkToken(secret, 'confirm', tokenId)}`
    return token && { user, link, value: token.value }
  },
  key: ({ tokenId }) => `confirm:${tokenId}`,
  isAskedFor: true,
  templates,
  to: ({ user }) => user.email,
  reader: 'unconfirmed',
  asIs: ['link'],
  // Whoever wants to keep somebody from registering can use up their mails: the link is valid for longer than they wait.
  waitsForItsDay: true,
  render: (templates, { user, link, value: { name } }) =>
    templates.registrationConfirmationMail({
      link,
      name: cleanNameForMail(typeof name === 'string' ? name : user.name),
    }),
})

export const sendWelcomeMail = defineMail({
  name: 'account.send-welcome',
  schema: userSchema,
  load: loadUser,
  key: ({ userId }) => `welcome:${userId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { name }, _, { publicUrl }) => templates.welcomeMail({ name, publicUrl }),
})

/** To a member whose address somebody registered again. */
export const sendAlreadyMemberMail = defineMail({
  name: 'account.send-already-member',
  schema: userSchema,
  load: loadUser,
  key: (_, jobId) => `already-member:${jobId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, __, { publicUrl }) => templates.alreadyMemberMail({ publicUrl }),
})
