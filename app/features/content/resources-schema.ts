import { z } from 'zod'
import { telephoneUri } from '#app/lib/links.ts'

const text = z.string().min(1)
const website = z.url({ protocol: /^https$/ })

/** A telephone number, with the date it was checked and its source. */
const telephone = z.strictObject({
  /** The name of the line, if it differs from the organisation's. */
  name: text.optional(),
  number: text.refine((number) => telephoneUri(number) !== null, 'is no telephone number'),
  /** Opening hours. */
  hours: text.optional(),
  checked: z.iso.date(),
  source: website,
})

const organisation = z.strictObject({ name: text, text, website })

/** `content/resources.yaml`: where to find help. Every number needs a date when it was checked. */
export const resourcesSchema = z.strictObject({
  lead: text,
  crisis: z.strictObject({
    lead: text,
    organisations: z.array(organisation.extend({ telephone: telephone.nullable() })).min(1),
  }),
  business: z.strictObject({ lead: text, organisations: z.array(organisation).min(1) }),
  employment: z.strictObject({ lead: text, organisations: z.array(organisation).min(1) }),
})

export type ResourcesPage = z.infer<typeof resourcesSchema>
export type Telephone = z.infer<typeof telephone>
export type Organisation = z.infer<typeof organisation>
