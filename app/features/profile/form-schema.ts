import { z } from 'zod'
import { emailAddress, newPassword, resetPasswordSchema, signInSchema } from '#app/features/account/form-schema.ts'
import { passwordsDiffer } from '#app/features/account/schema.ts'
import { line, optional, secretText } from '#app/lib/form-text.ts'
import { noSuchRelationship, relationshipRequired } from './schema.ts'

/** Characters of a name. */
const nameLength = 100

const firstName = line().pipe(z.string().min(1, 'First name is required').max(nameLength, 'First name too long'))

const lastName = line().pipe(z.string().min(1, 'Last name is required').max(nameLength, 'Last name too long'))

/** An optional plus and 7 to 15 digits; spaces are removed. */
const mobile = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/\s/g, '') : ''),
  z.string().regex(/^\+?\d{7,15}$/, 'Invalid phone number format'),
)

/** The id of a lookup; the service checks that it exists. */
const lookupId = (message: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.int(message).positive(message),
  )

export const registrationSchema = z
  .object({
    firstName,
    lastName,
    personalEmail: emailAddress,
    personalMobile: mobile,
    militaryRelationshipTypeId: lookupId(relationshipRequired),
    password: newPassword,
    confirmPassword: secretText(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: passwordsDiffer.title,
    // Reported even if other fields have errors.
    when: () => true,
  })

export type Registration = z.output<typeof registrationSchema>

/** Fields of both forms that confirm a registration. */
const confirmationChoices = {
  /** 'typed' saves what was typed to an imported profile; anything else leaves it unchanged. */
  profile: line(),
  /** Ticked if the new session may replace the current one. */
  replace: z.preprocess((value) => value === 'on', z.boolean()),
}

/** In the browser that registered. */
export const confirmationSchema = z.object(confirmationChoices)

/** Elsewhere, with the password that was typed. */
export const confirmationPasswordSchema = signInSchema.pick({ password: true }).extend(confirmationChoices)

const { replace } = confirmationChoices

/** From the owner of the address: a new password, and a name if the profile has none. */
export const ownPasswordSchema = resetPasswordSchema.safeExtend({ replace })

export const ownAccountSchema = resetPasswordSchema.safeExtend({ firstName, lastName, replace })

export const profileSchema = z.object({
  firstName,
  lastName,
  displayName: optional(line().pipe(z.string().max(nameLength, 'Display name too long'))),
  personalEmail: emailAddress,
  personalMobile: optional(mobile),
  militaryRelationshipTypeId: z.preprocess(
    (value) => (value === '' ? null : (value ?? null)),
    lookupId(noSuchRelationship).nullable(),
  ),
})

export type ProfileForm = z.output<typeof profileSchema>

/** Characters of a reason. */
const reasonLength = 500

export const suspensionSchema = z.object({
  reason: line().pipe(
    z
      .string()
      .min(1, 'Enter a reason: the member will read it')
      .max(reasonLength, `The reason must be at most ${reasonLength} characters`),
  ),
})
