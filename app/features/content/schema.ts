import { z } from 'zod'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import { personSchema, teamMemberSchema } from './person-schema.ts'

// What the files of `content/` may say. An unknown field is an error.

const text = z.string().min(1)
const httpsUrl = z.url({ protocol: /^https$/ })

/** A heading and a sentence or two. */
export const passageSchema = z.strictObject({ title: text, text })
export type Passage = z.infer<typeof passageSchema>

/** A heading and its paragraphs. */
export const paragraphsSchema = z.strictObject({
  title: text,
  paragraphs: z.array(text).min(1),
})
export type Paragraphs = z.infer<typeof paragraphsSchema>

/** A heading and several passages below it. */
export const passagesSchema = z.strictObject({ title: text, list: z.array(passageSchema).min(1) })
export type Passages = z.infer<typeof passagesSchema>

/** Passages beside each other. */
const points = z.array(passageSchema).min(2).max(6)

/** `content/site.yaml`: what the organisation says about itself on every page. */
export const siteSchema = z.strictObject({
  name: text,
  summary: text,
  email: z.email(),
  mailboxes: z.strictObject({ general: z.email(), verification: z.email(), partnerships: z.email() }),
  /** The day by which the assessments of online safety are reviewed next, `YYYY-MM-DD`. */
  safetyReviewBy: z.iso.date(),
  officeHours: text,
  companyNumber: text,
  socialLinks: z.array(
    z.strictObject({
      network: z.enum(['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google']),
      url: httpsUrl,
    }),
  ),
  sampleNotice: z.string().nullable(),
})

/** The front matter of a Markdown file, between two lines of `---`. */
export const articleHeadSchema = z.strictObject({
  /** The URL's path. */
  path: z.string().regex(/^\/[a-z\d-]+(?:\/[a-z\d-]+)*$/, 'is a path such as /accessibility'),
  title: text,
  /** For search engines, and under the title. */
  summary: text,
  /** The date of the last change, `YYYY-MM-DD`. */
  updated: z.iso.date(),
  /** Shown in a box above the text. */
  note: text.optional(),
  /** A link to the page: its text, the footer's list it is added to, and its position among the articles there. */
  navigation: z
    .strictObject({ label: text, list: z.enum(['legal', 'quick links', 'resources']), position: z.int() })
    .optional(),
})

/** A text of the organisation from a Markdown file. */
export interface Article extends z.infer<typeof articleHeadSchema> {
  /** HTML that we render from Markdown; HTML in the source is escaped. */
  html: string
  /** Its level-2 headings, for a table of contents. */
  sections: { id: string; title: string }[]
}

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

/** `content/team.yaml`: the page The Team. */
export const teamSchema = z.strictObject({
  title: text,
  lead: text,
  leadership: z.array(teamMemberSchema),
  advisoryBoard: z.array(teamMemberSchema),
  ambassadors: z.array(teamMemberSchema),
  joining: passageSchema,
})
export type TeamContent = z.infer<typeof teamSchema>

/** A page of another site. */
const outsideLink = z.strictObject({ label: text, text, url: httpsUrl })

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

/** What a partner gives to members, and everything that the page promises of it. */
const partnerOffer = z.strictObject({
  title: text,
  lead: text,
  /** For search engines. */
  description: text,
  months: z.int().min(1).max(24),
  text,
  /** Who may have it, of those whose business is in the directory. */
  for: z.enum(['verified members', 'verified veterans']),
  /** Where the code is entered; only in the email with the code. */
  link: httpsUrl,
  process: z.strictObject({ lead: text, steps: z.tuple([passageSchema, passageSchema, passageSchema]) }),
})

/** `content/partners-sage.yaml`: a business software provider, and its offer. */
export const sageSchema = z.strictObject({
  ...partnerPage,
  /** Null where there is none: then the page promises nothing. */
  offer: partnerOffer.nullable(),
  video: z.strictObject({ title: text, text, url: httpsUrl, isSample: z.boolean() }).nullable(),
  benefits: z.array(passageSchema).min(1),
})

/** `content/partners-reu.yaml`: a university's MBA. */
export const reuSchema = z.strictObject({
  ...partnerPage,
  facts: z.array(z.strictObject({ name: text, value: text })).min(1),
  about: z.array(passageSchema).min(1),
})

export type PartnerOffer = z.infer<typeof partnerOffer>
type SageContent = z.infer<typeof sageSchema>
/** What the page shows: everybody reads it, so it has no link. */
export type SagePage = Omit<SageContent, 'offer'> & { offer: Omit<PartnerOffer, 'link'> | null }
export type ReuPage = z.infer<typeof reuSchema>
export type OutsideLink = z.infer<typeof outsideLink>

/** A telephone number, with the date it was checked and its source. */
const telephone = z.strictObject({
  /** The name of the line, if it differs from the organisation's. */
  name: text.optional(),
  number: text.transform((typed, context) => {
    const number = parseTelephone(typed)
    if (number?.note === null) return { shown: number.shown, uri: number.uri }
    context.addIssue({ code: 'custom', message: 'is no telephone number' })
    return z.NEVER
  }),
  /** Opening hours. */
  hours: text.optional(),
  checked: z.iso.date(),
  source: httpsUrl,
})

const organisation = z.strictObject({ name: text, text, website: httpsUrl })

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
export type ContactTelephone = z.infer<typeof telephone>
export type Organisation = z.infer<typeof organisation>

/** `content/contact.yaml`: the texts of /contact. */
export const contactPageSchema = z.strictObject({
  lead: text,
  mailboxes: z.strictObject({
    general: text,
    verification: text,
    partnerships: text,
  }),
  weekends: text,
})

/** `content/support.yaml`: the texts of /support above its form. */
export const supportPageSchema = z.strictObject({
  lead: text,
  does: points,
  formLead: text,
})

const descriptions = z
  .array(z.strictObject({ product: text, text: text.max(5_000) }))
  .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, 'names a product twice')

/** `content/shop.yaml`: the texts of /shop and its products. */
export const shopSchema = z.strictObject({
  lead: text,
  categoriesLead: text,
  categories: z
    .array(
      z.strictObject({
        title: text,
        text,
        picture: z.enum(['shirt', 'hoodie', 'mug', 'bag']),
      }),
    )
    .min(2)
    .max(6),
  why: points,
  descriptions,
})
