import { z } from 'zod/mini'
import { emailAddress, passwordSchema } from '#app/features/account/form-schema.ts'

/** The form in which an owner invites the new one. */
export const handOnSchema = z.object({ ...passwordSchema.shape, email: emailAddress })
