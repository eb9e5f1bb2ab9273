import { z } from 'zod'

/** `content/contact.yaml`: the texts of /contact. */
export const contactSchema = z.strictObject({
  lead: z.string().min(1),
  mailboxes: z.strictObject({
    general: z.string().min(1),
    verification: z.string().min(1),
    partnerships: z.string().min(1),
  }),
  weekends: z.string().min(1),
})
