import { z } from 'zod'
import { passageSchema } from './passage-schema.ts'
import { personSchema } from './person-schema.ts'

const text = z.string().min(1)

/** `content/home.yaml`: the front page. */
export const homeSchema = z.strictObject({
  hero: z.strictObject({ title: text, lead: text }),
  mission: z.strictObject({ title: text, quote: text, founder: personSchema, text }),
  verification: z.strictObject({
    title: text,
    lead: text,
    submitApplication: text,
    verificationProcess: text,
    getListed: text,
  }),
  testimonials: z.strictObject({
    title: text,
    voices: z.array(z.strictObject({ quote: text, person: personSchema })),
  }),
  closing: passageSchema,
})
export type HomeContent = z.infer<typeof homeSchema>
