import { emailAddress, passwordSchema } from '#app/features/account/form-schema.ts'

/** The form in which an owner invites the new one. */
export const handOnSchema = passwordSchema.extend({ email: emailAddress })
