import { z } from 'zod'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import { contentPersonSchema, teamMemberSchema } from './person-schema.ts'

// What the files of `content/` may say. An unknown field is an error.

const text = z.string().min(1)
const httpsUrl = z.url({ protocol: /^https$/ })

/** A heading and a sentence or two. */
export const contentPassageSchema = z.strictObject({ title: text, text })
export type ContentPassage = z.infer<typeof contentPassageSchema>

/** A heading and its paragraphs. */
export const contentStatementSchema = z.strictObject({
  title: text,
  paragraphs: z.array(text).min(1),
})
export type StatementContent = z.infer<typeof contentStatementSchema>

/** A heading and several passages below it. */
export const contentPassageGroupSchema = z.strictObject({ title: text, list: z.array(contentPassageSchema).min(1) })
export type ContentPassageGroup = z.infer<typeof contentPassageGroupSchema>

/** Passages beside each other. */
const points = z.array(contentPassageSchema).min(2).max(6)

/** `content/site.yaml`: what the organisation says about itself on every page. */
export const siteDetailsSchema = z.strictObject({
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
export const contentArticleFrontMatterSchema = z.strictObject({
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
export interface ContentArticle extends z.infer<typeof contentArticleFrontMatterSchema> {
  /** HTML that we render from Markdown; HTML in the source is escaped. */
  html: string
  /** Its level-2 headings, for a table of contents. */
  sections: { id: string; title: string }[]
}

/** `content/home.yaml`: the front page. */
export const homeContentSchema = z.strictObject({
  hero: z.strictObject({ title: text, lead: text }),
  mission: z.strictObject({ title: text, quote: text, founder: contentPersonSchema, text }),
  verification: z.strictObject({
    title: text,
    lead: text,
    submitApplication: text,
    verificationProcess: text,
    getListed: text,
  }),
  testimonials: z.strictObject({
    title: text,
    voices: z.array(z.strictObject({ quote: text, person: contentPersonSchema })),
  }),
  closing: contentPassageSchema,
})
export type HomeContent = z.infer<typeof homeContentSchema>

/** `content/about.yaml`: the page About Us. */
export const aboutContentSchema = z.strictObject({
  title: text,
  lead: text,
  mission: contentStatementSchema,
  objectives: contentPassageGroupSchema,
  founder: contentStatementSchema.extend({ person: contentPersonSchema }),
  coreValues: z.strictObject({ title: text, serviceBeforeSelf: text, noFeesNoTiers: text, equalPlatform: text }),
  impact: z.strictObject({ title: text }),
  calls: z.strictObject({ support: contentPassageSchema, contact: contentPassageSchema }),
})
export type AboutContent = z.infer<typeof aboutContentSchema>

/** `content/mission-values.yaml`: the page Mission & Values. */
export const missionValuesContentSchema = z.strictObject({
  title: text,
  lead: text,
  mission: contentStatementSchema,
  whatWeDo: contentPassageGroupSchema,
  values: z.strictObject({
    title: text,
    integrity: text,
    excellence: text,
    inclusivity: text,
    innovation: text,
    service: text,
    community: text,
  }),
  vision: contentStatementSchema,
  support: contentPassageSchema,
})
export type MissionValuesContent = z.infer<typeof missionValuesContentSchema>

/** `content/team.yaml`: the page The Team. */
export const teamContentSchema = z.strictObject({
  title: text,
  lead: text,
  leadership: z.array(teamMemberSchema),
  advisoryBoard: z.array(teamMemberSchema),
  ambassadors: z.array(teamMemberSchema),
  joining: contentPassageSchema,
})
export type TeamContent = z.infer<typeof teamContentSchema>

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
  process: z.strictObject({
    lead: text,
    steps: z.tuple([contentPassageSchema, contentPassageSchema, contentPassageSchema]),
  }),
})

/** `content/partners-sage.yaml`: a business software provider, and its offer. */
export const sagePartnerContentSchema = z.strictObject({
  ...partnerPage,
  /** Null where there is none: then the page promises nothing. */
  offer: partnerOffer.nullable(),
  video: z.strictObject({ title: text, text, url: httpsUrl, isSample: z.boolean() }).nullable(),
  benefits: z.array(contentPassageSchema).min(1),
})

/** `content/partners-reu.yaml`: a university's MBA. */
export const reuPartnerContentSchema = z.strictObject({
  ...partnerPage,
  facts: z.array(z.strictObject({ name: text, value: text })).min(1),
  about: z.array(contentPassageSchema).min(1),
})

export type PartnerOffer = z.infer<typeof partnerOffer>
type SageContent = z.infer<typeof sagePartnerContentSchema>
/** What the page shows: everybody reads it, so it has no link. */
export type SagePartnerContent = Omit<SageContent, 'offer'> & { offer: Omit<PartnerOffer, 'link'> | null }
export type ReuPartnerContent = z.infer<typeof reuPartnerContentSchema>
export type PartnerLink = z.infer<typeof outsideLink>

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
export const helpResourcesContentSchema = z.strictObject({
  lead: text,
  crisis: z.strictObject({
    lead: text,
    organisations: z.array(organisation.extend({ telephone: telephone.nullable() })).min(1),
  }),
  business: z.strictObject({ lead: text, organisations: z.array(organisation).min(1) }),
  employment: z.strictObject({ lead: text, organisations: z.array(organisation).min(1) }),
})

export type HelpResourcesContent = z.infer<typeof helpResourcesContentSchema>
export type HelpTelephone = z.infer<typeof telephone>
export type HelpOrganisation = z.infer<typeof organisation>

/** `content/contact.yaml`: the texts of /contact. */
export const contactContentSchema = z.strictObject({
  lead: text,
  mailboxes: z.strictObject({
    general: text,
    verification: text,
    partnerships: text,
  }),
  weekends: text,
})

/** `content/support.yaml`: the texts of /support above its form. */
export const supportMusterContentSchema = z.strictObject({
  lead: text,
  does: points,
  formLead: text,
})

const descriptions = z
  .array(z.strictObject({ product: text, text: text.max(5_000) }))
  .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, 'names a product twice')

/** `content/shop.yaml`: the texts of /shop and its products. */
export const shopContentSchema = z.strictObject({
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
