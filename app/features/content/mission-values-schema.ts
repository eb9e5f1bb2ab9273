import { z } from 'zod'
import { paragraphsSchema, passageSchema, passagesSchema } from './passage-schema.ts'

const text = z.string().min(1)

/** `content/mission-values.yaml`: the page Mission & Values. */
export const missionValuesSchema = z.strictObject({
  title: text,
  lead: text,
  mission: paragraphsSchema,
  whatWeDo: passagesSchema,
  values: z.strictObject({
    title: text,
    integrity: text,
    excellence: text,
    inclusivity: text,
    innovation: text,
    service: text,
    community: text,
  }),
  vision: paragraphsSchema,
  support: passageSchema,
})
export type MissionValuesContent = z.infer<typeof missionValuesSchema>
