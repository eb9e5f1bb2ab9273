import { z } from 'zod'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findUser } from './queries.server.ts'
import { deriveEmailLinkToken, type EmailLinkPurpose, findEmailLinkTokenSubjectById } from './token-service.server.ts'

const templates = () => import('./emails.tsx')

const tokenSchema = z.object({ userId: z.uuid(), tokenId: z.uuid() })
const changeSchema = z.object({ userId: z.uuid(), changedAt: z.iso.datetime() })

const loadUser = ({ db }: Pick<Platform, 'db'>, { userId }: { userId: string }) => findUser(db, userId)

/** Loads the user and their link; null if the token is used, withdrawn or expired. */
const loadLink =
  (purpose: EmailLinkPurpose, path: string) =>
  async (
    { db, publicUrl, secret }: Pick<Platform, 'db' | 'publicUrl' | 'secret'>,
    { userId, tokenId }: z.output<typeof tokenSchema>,
  ) => {
    const user = await findUser(db, userId)
    const token = user && (await findEmailLinkTokenSubjectById(db, purpose, tokenId))
    return (
      token && {
        user,
        link: `${publicUrl}${path}${deriveEmailLinkToken(secret, purpose, tokenId)}`,
        value: token.value,
      }
    )
  }
export const sendPasswordResetMail = defineMail({
  name: 'account.send-password-reset',
  schema: tokenSchema,
  load: loadLink('reset', '/auth?reset='),
  key: ({ tokenId }) => `reset:${tokenId}`,
  isAskedFor: true,
  templates,
  to: ({ user }) => user.email,
  reader: ({ user }) => (user.emailVerified ? 'owner' : 'unconfirmed'),
  asIs: ['link'],
  render: (templates, { link }) => templates.passwordResetMail({ link }),
})

export const sendPasswordChangedMail = defineMail({
  name: 'account.send-password-changed',
  schema: changeSchema,
  load: loadUser,
  key: (_, jobId) => `password-changed:${jobId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { changedAt }, { publicUrl }) =>
    templates.passwordChangedMail({ changedAt: new Date(changedAt), publicUrl }),
})

/** After a sign-in from a browser that had not signed in to the account before. */
export const sendNewSignInMail = defineMail({
  name: 'account.send-new-sign-in',
  schema: z.object({ userId: z.uuid(), sessionId: z.uuid(), device: z.string(), signedInAt: z.iso.datetime() }),
  load: loadUser,
  key: ({ sessionId }) => `new-sign-in:${sessionId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { device, signedInAt }, { publicUrl }) =>
    templates.newSignInMail({ device, signedInAt: new Date(signedInAt), publicUrl }),
})
/** To the new address. */
export const sendEmailChangeConfirmationMail = defineMail({
  name: 'account.send-address-change',
  schema: tokenSchema,
  load: loadLink('change-address', '/auth/address?token='),
  key: ({ tokenId }) => `change-address:${tokenId}`,
  isAskedFor: true,
  templates,
  to: ({ value: { newEmail } }) => (typeof newEmail === 'string' ? newEmail : null),
  reader: 'unconfirmed',
  asIs: ['link'],
  render: (templates, { link }) => templates.emailChangeConfirmationMail({ link }),
})

/** To the old address. */
export const sendEmailChangedMail = defineMail({
  name: 'account.send-address-changed',
  schema: changeSchema.extend({ oldEmail: z.string() }),
  load: loadUser,
  key: (_, jobId) => `address-changed:${jobId}`,
  templates,
  to: (_, { oldEmail }) => oldEmail,
  reader: 'owner',
  render: (templates, _, { changedAt }) => templates.emailChangedMail({ changedAt: new Date(changedAt) }),
})

/** After the command removed a lost second factor. */
export const sendTwoFactorRemovedMail = defineMail({
  name: 'account.send-two-factor-removed',
  schema: changeSchema,
  load: loadUser,
  key: (_, jobId) => `two-factor-removed:${jobId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { changedAt }, { publicUrl }) =>
    templates.twoFactorRemovedMail({ changedAt: new Date(changedAt), publicUrl }),
})
