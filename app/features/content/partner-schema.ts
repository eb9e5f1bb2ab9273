import { z } from 'zod'

const text = z.string().min(1)
const point = z.strictObject({ title: text, text })

/** A page of another site. */
const outsideLink = z.strictObject({ label: text, text, url: z.url({ protocol: /^https$/ }) })

/** Fields of every partner page. */
const partnerPage = {
  title: text,
  lead: text,
  /** For search engines. */
  description: text,
  /** A notice that the content is invented; null on a real site. */
  sampleNotice: text.nullable(),
  links: z.array(outsideLink).min(1),
}

/** `content/partners-sage.yaml`: the offer of a business software provider. */
export const sageSchema = z.strictObject({
  ...partnerPage,
  offer: z.strictObject({ months: z.int().min(1).max(24), text }),
  video: z.strictObject({ title: text, text, url: z.url({ protocol: /^https$/ }), isSample: z.boolean() }).nullable(),
  benefits: z.array(point).min(1),
  process: z.strictObject({ lead: text, steps: z.tuple([point, point, point]) }),
})

/** `content/partners-reu.yaml`: a university's MBA. */
export const reuSchema = z.strictObject({
  ...partnerPage,
  facts: z.array(z.strictObject({ name: text, value: text })).min(1),
  about: z.array(point).min(1),
})

export type SagePage = z.infer<typeof sageSchema>
export type ReuPage = z.infer<typeof reuSchema>
export type OutsideLink = z.infer<typeof outsideLink>
