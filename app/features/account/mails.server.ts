import { z } from 'zod'
import { defineMail } from '#app/platform/.server/define-mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  alreadyMemberMail,
  confirmationMail,
  emailChangedMail,
  emailChangeMail,
  newSignInMail,
  passwordChangedMail,
  passwordResetMail,
  twoFactorRemovedMail,
  welcomeMail,
} from './emails.tsx'
import { findUser } from './queries.server.ts'
import { nameForMail } from './rules.ts'
import { findToken, type TokenPurpose, tokenOf } from './tokens.server.ts'

const tokenSchema = z.object({ userId: z.uuid(), tokenId: z.uuid() })
const userSchema = z.object({ userId: z.uuid() })
const changeSchema = z.object({ userId: z.uuid(), changedAt: z.iso.datetime() })

const loadUser = ({ db }: Platform, { userId }: { userId: string }) => findUser(db, userId)

/** Loads the user and the link that goes to them; null once the token is used, withdrawn or expired. */
const loadLink =
  (purpose: TokenPurpose, path: string) =>
  async ({ db, publicUrl, secret }: Platform, { userId, tokenId }: z.output<typeof tokenSchema>) => {
    const user = await findUser(db, userId)
    const token = user && (await findToken(db, purpose, tokenId))
    return token && { user, link: `${publicUrl}${path}${tokenOf(secret, purpose, tokenId)}`, value: token.value }
  }

export const sendConfirmation = defineMail({
  name: 'account.send-confirmation',
  schema: tokenSchema,
  load: loadLink('confirm', '/onboarding?token='),
  key: ({ tokenId }) => `confirm:${tokenId}`,
  to: ({ user }) => user.email,
  render: ({ user, link, value: { name } }) =>
    confirmationMail({ link, name: nameForMail(typeof name === 'string' ? name : user.name) }),
})

export const sendPasswordReset = defineMail({
  name: 'account.send-password-reset',
  schema: tokenSchema,
  load: loadLink('reset', '/auth?reset='),
  key: ({ tokenId }) => `reset:${tokenId}`,
  to: ({ user }) => user.email,
  render: ({ link }) => passwordResetMail({ link }),
})

export const sendPasswordChanged = defineMail({
  name: 'account.send-password-changed',
  schema: changeSchema,
  load: loadUser,
  key: (_, jobId) => `password-changed:${jobId}`,
  to: ({ email }) => email,
  render: (_, { changedAt }, { publicUrl }) => passwordChangedMail({ changedAt: new Date(changedAt), publicUrl }),
})

/** After a sign-in from a browser that had not signed in to the account before. */
export const sendNewSignIn = defineMail({
  name: 'account.send-new-sign-in',
  schema: z.object({ userId: z.uuid(), sessionId: z.uuid(), device: z.string(), signedInAt: z.iso.datetime() }),
  load: loadUser,
  key: ({ sessionId }) => `new-sign-in:${sessionId}`,
  to: ({ email }) => email,
  render: (_, { device, signedInAt }, { publicUrl }) =>
    newSignInMail({ device, signedInAt: new Date(signedInAt), publicUrl }),
})

export const sendWelcome = defineMail({
  name: 'account.send-welcome',
  schema: userSchema,
  load: loadUser,
  key: ({ userId }) => `welcome:${userId}`,
  to: ({ email }) => email,
  render: ({ name }, _, { publicUrl }) => welcomeMail({ name, publicUrl }),
})

/** To the new address. */
export const sendEmailChange = defineMail({
  name: 'account.send-address-change',
  schema: tokenSchema,
  load: loadLink('change-address', '/auth/address?token='),
  key: ({ tokenId }) => `change-address:${tokenId}`,
  to: ({ value: { newEmail } }) => (typeof newEmail === 'string' ? newEmail : null),
  render: ({ link }) => emailChangeMail({ link }),
})

/** To the old address. */
export const sendEmailChanged = defineMail({
  name: 'account.send-address-changed',
  schema: changeSchema.extend({ oldEmail: z.string() }),
  load: loadUser,
  key: (_, jobId) => `address-changed:${jobId}`,
  to: (_, { oldEmail }) => oldEmail,
  render: (_, { changedAt }) => emailChangedMail({ changedAt: new Date(changedAt) }),
})

/** After the command removed a lost second factor. */
export const sendTwoFactorRemoved = defineMail({
  name: 'account.send-two-factor-removed',
  schema: changeSchema,
  load: loadUser,
  key: (_, jobId) => `two-factor-removed:${jobId}`,
  to: ({ email }) => email,
  render: (_, { changedAt }, { publicUrl }) => twoFactorRemovedMail({ changedAt: new Date(changedAt), publicUrl }),
})

/** To a member whose address somebody registered again. */
export const sendAlreadyMember = defineMail({
  name: 'account.send-already-member',
  schema: userSchema,
  load: loadUser,
  key: (_, jobId) => `already-member:${jobId}`,
  to: ({ email }) => email,
  render: (_, __, { publicUrl }) => alreadyMemberMail({ publicUrl }),
})
