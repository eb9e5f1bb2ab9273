import { z } from 'zod'
import { passageSchema } from './passage-schema.ts'
import { teamMemberSchema } from './person-schema.ts'

const text = z.string().min(1)
const people = z.array(teamMemberSchema)

/** `content/team.yaml`: the page The Team. */
export const teamSchema = z.strictObject({
  title: text,
  lead: text,
  leadership: people,
  advisoryBoard: people,
  ambassadors: people,
  joining: passageSchema,
})
export type TeamContent = z.infer<typeof teamSchema>
