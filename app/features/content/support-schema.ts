import { z } from 'zod'

/** `content/support.yaml`: the texts of /support above its form. */
export const supportSchema = z.strictObject({
  lead: z.string().min(1),
  does: z
    .array(z.strictObject({ title: z.string().min(1), text: z.string().min(1) }))
    .min(2)
    .max(6),
  formLead: z.string().min(1),
})
