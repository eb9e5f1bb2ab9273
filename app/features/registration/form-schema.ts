import { z } from 'zod/mini'
import {
  confirmEmailSchema,
  emailAddress,
  newPassword,
  resetPasswordSchema,
  sameTwice,
} from '#app/features/account/form-schema.ts'
import { passwordsDiffer } from '#app/features/account/model.ts'
import { firstName, lastName, lookupId, mobile } from '#app/features/profile/form-schema.ts'
import { line, secretText } from '#app/lib/form-text.ts'
import { relationshipRequired } from './model.ts'

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
