import { z } from 'zod/mini'

/** What somebody of the staff accepts: the case, and what its page showed of the names. */
export const acceptVerificationNameChangeSchema = z.object({ case: z.string(), seen: z.string() })
