import { z } from 'zod/mini'
import { parseEmailAddress } from '#app/lib/email.ts'
import { secretTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { passwordLengthLimits } from './model.ts'

const tooLong = `Password must be at most ${passwordLengthLimits.max} characters`

/** What the sign-in library takes: it asks the same of an address. */
const taken = z.email()

/** Why an address cannot be one to log in with; null where nothing is known against it. A domain in other letters is read as xn--. */
function explainSignIn(address: string, typed: string): string | null {
  const sign = /[^\w.'+@-]/.exec(address)?.[0]
  const isForeign = /\.xn--[^.]*$/.test(address) || (address.includes('xn--') && !/xn--/i.test(typed))
  if (!sign && !isForeign) return null
  const why = sign ? `cannot contain ${sign}` : 'must have a domain in the letters a to z'
  return `An email address to log in with ${why}. Use another`
}

function readSignInEmail(typed: unknown, context: { issues: z.core.$ZodRawIssue[] }): string {
  const text = typeof typed === 'string' ? typed : ''
  const address = parseEmailAddress(text)?.toLowerCase()
  const problem = address === undefined ? null : explainSignIn(address, text)
  if (address !== undefined && problem === null && taken.safeParse(address).success) return address
  context.issues.push({ code: 'custom', message: problem ?? 'Invalid email address', input: typed })
  return z.NEVER
}

/** An address to log in with, as it is stored: in small letters. */
export const signInEmailSchema = z.transform(readSignInEmail)

/** A new password. */
export const newPasswordSchema = z.pipe(
  secretTextSchema(),
  z
    .string()
    .check(
      z.minLength(passwordLengthLimits.min, `Password must be at least ${passwordLengthLimits.min} characters`),
      z.maxLength(passwordLengthLimits.max, tooLong),
    ),
)

/** A password to check. */
const givenPassword = (missing: string) =>
  z.pipe(secretTextSchema(), z.string().check(z.minLength(1, missing), z.maxLength(passwordLengthLimits.max, tooLong)))

export const signInSchema = z.object({
  email: z.pipe(
    z.pipe(singleLineTextSchema(), z.string().check(z.minLength(1, 'Enter your email address'))),
    z.transform<string, string>(readSignInEmail),
  ),
  password: givenPassword('Enter your password'),
})

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z.object({
  code: z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.replace(/\s/g, '') : '')),
    z.string().check(z.minLength(1, 'Enter the code'), z.maxLength(40, 'That code is not correct')),
  ),
})

/** The first code of an authenticator app, with the proof from `TwoFactorSetupData`. */
export const confirmTwoFactorSetupSchema = z.object({ ...secondFactorCodeSchema.shape, proof: secretTextSchema() })

/** The account's password, from a browser that is not signed in. */
export const confirmEmailChangeByPasswordSchema = z.object({ password: signInSchema.shape.password })

export const requestPasswordResetSchema = z.object({ email: signInEmailSchema })

/** What a refused sign-in sends back to have the confirmation email sent again. */
export const resendConfirmationEmailSchema = z.object({ email: signInEmailSchema, resend: z.string() })

const confirmedPassword = {
  newPassword: newPasswordSchema,
  confirmPassword: z.pipe(secretTextSchema(), z.string().check(z.minLength(1, 'Please confirm your password'))),
}

/** Both new passwords are the same. */
export const passwordsMatchCheck = z.superRefine<{ newPassword: string; confirmPassword: string }>((value, context) => {
  if (value.confirmPassword !== '' && value.newPassword !== value.confirmPassword) {
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: "Passwords don't match", input: value })
  }
})

export const resetPasswordSchema = z.object(confirmedPassword).check(passwordsMatchCheck)

export const changePasswordSchema = z
  .object({ currentPassword: givenPassword('Current password is required'), ...confirmedPassword })
  .check(passwordsMatchCheck)

/** A form that asks for the password again before an important change. */
export const currentPasswordSchema = z.object({ currentPassword: givenPassword('Current password is required') })

export const changeEmailSchema = z.object({
  currentPassword: givenPassword('Current password is required'),
  newEmail: signInEmailSchema,
})
