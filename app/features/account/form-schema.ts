import { z } from 'zod'
import { secretText } from '#app/lib/form-text.ts'
import { passwordLength } from './schema.ts'

const tooLong = `Password must be at most ${passwordLength.max} characters`

const asStored = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '')

const validEmail = z.string().max(254, 'Invalid email address').pipe(z.email('Invalid email address'))

export const emailAddress = z.preprocess(asStored, validEmail)

/** A new password. */
export const newPassword = secretText().pipe(
  z
    .string()
    .min(passwordLength.min, `Password must be at least ${passwordLength.min} characters`)
    .max(passwordLength.max, tooLong),
)

/** A password to check. */
const givenPassword = (missing: string) =>
  secretText().pipe(z.string().min(1, missing).max(passwordLength.max, tooLong))

export const signInSchema = z.object({
  email: z.preprocess(asStored, z.string().min(1, 'Email is required').pipe(validEmail)),
  password: givenPassword('Password is required'),
})

/** A code of an authenticator app, or a recovery code. */
export const secondFactorSchema = z.object({
  code: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/\s/g, '') : ''),
    z.string().min(1, 'Enter the code').max(40, 'That code is not right'),
  ),
})

/** The first code of an authenticator app, with the proof from `TwoFactorSetup`. */
export const confirmTwoFactorSchema = secondFactorSchema.extend({ proof: secretText() })

/** The account's password, from a browser that is not signed in. */
export const confirmEmailSchema = signInSchema.pick({ password: true })

export const requestResetSchema = z.object({ email: emailAddress })

const confirmedPassword = {
  newPassword,
  confirmPassword: secretText().pipe(z.string().min(1, 'Please confirm your password')),
}

const sameTwice = (
  value: { newPassword: string; confirmPassword: string },
  context: z.core.$RefinementCtx<{ newPassword: string; confirmPassword: string }>,
) => {
  if (value.confirmPassword !== '' && value.newPassword !== value.confirmPassword) {
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: "Passwords don't match", input: value })
  }
}

export const resetPasswordSchema = z.object(confirmedPassword).superRefine(sameTwice)

export const changePasswordSchema = z
  .object({ currentPassword: givenPassword('Current password is required'), ...confirmedPassword })
  .superRefine(sameTwice)

/** A form that asks for the password again before an important change. */
export const passwordSchema = z.object({ currentPassword: givenPassword('Current password is required') })

export const changeEmailSchema = z.object({
  currentPassword: givenPassword('Current password is required'),
  newEmail: emailAddress,
})
