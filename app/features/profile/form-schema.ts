import { z } from 'zod/mini'
import {
  confirmEmailSchema,
  emailAddress,
  newPassword,
  resetPasswordSchema,
  sameTwice,
} from '#app/features/account/form-schema.ts'
import { passwordsDiffer } from '#app/features/account/model.ts'
import { chosenId } from '#app/lib/form-fields.ts'
import { line, optional, secretText } from '#app/lib/form-text.ts'
import { noSuchRelationship, relationshipRequired } from './model.ts'

/** Characters of a name. */
const nameLength = 100

const firstName = z.pipe(
  line(),
  z.string().check(z.minLength(1, 'First name is required'), z.maxLength(nameLength, 'First name too long')),
)

const lastName = z.pipe(
  line(),
  z.string().check(z.minLength(1, 'Last name is required'), z.maxLength(nameLength, 'Last name too long')),
)

/** An optional plus and 7 to 15 digits; what parts them is removed, and a zero that is left out abroad. */
const mobile = z.pipe(
  z.transform((value) =>
    typeof value === 'string'
      ? value
          .normalize('NFKC')
          .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
          .replace(/^\s*tel:/i, '')
          .replace(/^([(\s]*(?:\+|00)[^(]*)\(\s*0\s*\)/, '$1')
          .replace(/[\s().\p{Pd}/]/gu, '')
          .replace(/^((?:\+|00)44)0(?=7)/, '$1')
      : '',
  ),
  z.string().check(z.regex(/^\+?\d{7,15}$/, 'Invalid phone number format')),
)

const lookupId = (message: string) => chosenId(message).check(z.refine((id) => id > 0, message))

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
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: passwordsDiffer.title,
      // Reported even if other fields have errors.
      when: () => true,
    }),
  )

export type Registration = z.output<typeof registrationSchema>

/** Fields of both forms that confirm a registration. */
const confirmationChoices = {
  /** 'typed' saves what was typed to an imported profile; anything else leaves it unchanged. */
  profile: line(),
  /** Ticked if the new session may replace the current one. */
  replace: z.transform((value) => value === 'on'),
}

/** In the browser that registered. */
export const registrationConfirmationSchema = z.object(confirmationChoices)

/** Elsewhere, with the password that was typed. */
export const confirmationPasswordSchema = z.object({ ...confirmEmailSchema.shape, ...confirmationChoices })

const { replace } = confirmationChoices

/** From the owner of the address: a new password, and a name if the profile has none. */
export const ownPasswordSchema = z.object({ ...resetPasswordSchema.shape, replace }).check(sameTwice)

export const ownAccountSchema = z
  .object({ ...resetPasswordSchema.shape, firstName, lastName, replace })
  .check(sameTwice)

export const profileSchema = z.object({
  firstName,
  lastName,
  displayName: optional(z.pipe(line(), z.string().check(z.maxLength(nameLength, 'Display name too long')))),
  personalEmail: emailAddress,
  personalMobile: optional(mobile),
  militaryRelationshipTypeId: z.pipe(
    z.transform((value): unknown => (value === '' ? null : (value ?? null))),
    z.nullable(lookupId(noSuchRelationship)),
  ),
})

export type ProfileInput = z.output<typeof profileSchema>

/** Characters of a reason. */
const reasonLength = 500

export const suspensionSchema = z.object({
  reason: z.pipe(
    line(),
    z
      .string()
      .check(
        z.minLength(1, 'Enter a reason: the member will read it'),
        z.maxLength(reasonLength, `The reason must be at most ${reasonLength} characters`),
      ),
  ),
})
