import { z } from 'zod/mini'
import {
  confirmEmailChangeSchema,
  newPasswordSchema,
  passwordsMatchCheck,
  resetPasswordSchema,
  signInEmailSchema,
} from '#app/features/account/form-schema.ts'
import { passwordsDifferToast } from '#app/features/account/model.ts'
import { firstName, lastName, lookupId, mobile } from '#app/features/profile/form-schema.ts'
import { secretTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { militaryRelationshipRequiredMessage } from './model.ts'

export const registrationSchema = z
  .object({
    firstName,
    lastName,
    personalEmail: signInEmailSchema,
    personalMobile: mobile,
    militaryRelationshipTypeId: lookupId(militaryRelationshipRequiredMessage),
    password: newPasswordSchema,
    confirmPassword: secretTextSchema(),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: passwordsDifferToast.title,
      // Reported even if other fields have errors.
      when: () => true,
    }),
  )

export type RegistrationInput = z.output<typeof registrationSchema>

/** Fields of both forms that confirm a registration. */
const confirmationChoices = {
  /** 'typed' saves what was typed to an imported profile; anything else leaves it unchanged. */
  profile: singleLineTextSchema(),
  /** Ticked if the new session may replace the current one. */
  replace: z.transform((value) => value === 'on'),
}

/** In the browser that registered. */
export const registrationConfirmationSchema = z.object(confirmationChoices)

/** Elsewhere, with the password that was typed. */
export const registrationPasswordProofSchema = z.object({ ...confirmEmailChangeSchema.shape, ...confirmationChoices })

const { replace } = confirmationChoices

/** From the owner of the address: a new password, and a name if the profile has none. */
export const registrationNewPasswordSchema = z
  .object({ ...resetPasswordSchema.shape, replace })
  .check(passwordsMatchCheck)

export const registrationNewPasswordAndNameSchema = z
  .object({ ...resetPasswordSchema.shape, firstName, lastName, replace })
  .check(passwordsMatchCheck)
