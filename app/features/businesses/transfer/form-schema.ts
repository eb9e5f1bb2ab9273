import { z } from 'zod/mini'
import { currentPasswordSchema, signInEmailSchema } from '#app/features/account/form-schema.ts'

/** The form in which an owner invites the new one. */
export const ownershipTransferInvitationSchema = z.object({ ...currentPasswordSchema.shape, email: signInEmailSchema })
