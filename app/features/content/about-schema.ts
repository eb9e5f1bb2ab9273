import { z } from 'zod'
import { paragraphsSchema, passageSchema, passagesSchema } from './passage-schema.ts'
import { personSchema } from './person-schema.ts'

const text = z.string().min(1)

/** `content/about.yaml`: the page About Us. */
export const aboutSchema = z.strictObject({
  title: text,
  lead: text,
  mission: paragraphsSchema,
  objectives: passagesSchema,
  founder: paragraphsSchema.extend({ person: personSchema }),
  coreValues: z.strictObject({ title: text, serviceBeforeSelf: text, noFeesNoTiers: text, equalPlatform: text }),
  impact: z.strictObject({ title: text }),
  calls: z.strictObject({ support: passageSchema, contact: passageSchema }),
})
export type AboutContent = z.infer<typeof aboutSchema>
