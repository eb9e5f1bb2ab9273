import { z } from 'zod/mini'

/** What somebody of the staff accepts: the case, and what its page showed of the names. */
export const acceptSchema = z.object({ case: z.string(), seen: z.string() })
