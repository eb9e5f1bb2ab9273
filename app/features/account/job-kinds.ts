import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const withToken = z.object({ userId: z.uuid(), tokenId: z.uuid() })
const aboutUser = z.object({ userId: z.uuid() })

function mail<Data extends object>(name: string, schema: z.ZodType<Data>): JobKind<Data> {
  return { name, queue: 'mail', schema }
}

/** 'Confirm your address', to somebody who registered. */
export const sendConfirmation = mail('account.send-confirmation', withToken)
/** 'Choose a new password'. */
export const sendPasswordReset = mail('account.send-password-reset', withToken)
/** 'Your password was changed'. */
export const sendPasswordChanged = mail(
  'account.send-password-changed',
  z.object({ userId: z.uuid(), changedAt: z.iso.datetime() }),
)
/** 'New sign-in', after one from a browser not seen before. */
export const sendNewSignIn = mail(
  'account.send-new-sign-in',
  z.object({ userId: z.uuid(), sessionId: z.uuid(), device: z.string(), signedInAt: z.iso.datetime() }),
)
/** 'Welcome', once an address is confirmed. */
export const sendWelcome = mail('account.send-welcome', aboutUser)
/** 'Confirm your new address', to the new one. */
export const sendAddressChange = mail('account.send-address-change', withToken)
/** 'Your sign-in address was changed', to the old one. */
export const sendAddressChanged = mail(
  'account.send-address-changed',
  z.object({ userId: z.uuid(), oldEmail: z.string(), changedAt: z.iso.datetime() }),
)
/** 'You already have an account', to a member whose address somebody registered again. */
export const sendAlreadyMember = mail('account.send-already-member', aboutUser)
/** 'Two-factor sign-in was removed', after the command took a lost one away. */
export const sendTwoFactorRemoved = mail(
  'account.send-two-factor-removed',
  z.object({ userId: z.uuid(), changedAt: z.iso.datetime() }),
)
