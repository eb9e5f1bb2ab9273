import { z } from 'zod/mini'
import {
  confirmEmailChangeByPasswordSchema,
  newPasswordSchema,
  passwordsMatchCheck,
  resetPasswordSchema,
  signInEmailSchema,
} from '#app/features/account/form-schema.ts'
import { passwordsDifferToast } from '#app/features/account/model.ts'
import {
  firstNameSchema,
  lastNameSchema,
  lookupIdSchema,
  mobileNumberSchema,
} from '#app/features/profile/form-schema.ts'
import { secretTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { militaryRelationshipRequiredMessage } from './model.ts'

export const registrationSchema = z
  .object({
    firstName: firstNameSchema,
    lastName: lastNameSchema,
    personalEmail: signInEmailSchema,
    personalMobile: mobileNumberSchema,
    militaryRelationshipTypeId: lookupIdSchema(militaryRelationshipRequiredMessage),
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
export const confirmRegistrationInSameBrowserSchema = z.object(confirmationChoices)

/** Elsewhere, with the password that was typed. */
export const confirmRegistrationByTypedPasswordSchema = z.object({
  ...confirmEmailChangeByPasswordSchema.shape,
  ...confirmationChoices,
})

const { replace } = confirmationChoices

/** From the owner of the address: a new password, and a name if the profile has none. */
export const confirmRegistrationByNewPasswordSchema = z
  .object({ ...resetPasswordSchema.shape, replace })
  .check(passwordsMatchCheck)

export const confirmRegistrationByNewPasswordAndNameSchema = z
  .object({ ...resetPasswordSchema.shape, firstName: firstNameSchema, lastName: lastNameSchema, replace })
  .check(passwordsMatchCheck)
