import { z } from 'zod'

/** `content/site.yaml`: what the organisation says about itself on every page. */
export const siteSchema = z.strictObject({
  name: z.string().min(1),
  summary: z.string().min(1),
  email: z.email(),
  mailboxes: z.strictObject({ general: z.email(), verification: z.email(), partnerships: z.email() }),
  officeHours: z.string().min(1),
  companyNumber: z.string().min(1),
  socialLinks: z.array(
    z.strictObject({
      network: z.enum(['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google']),
      url: z.url({ protocol: /^https$/ }),
    }),
  ),
  sampleNotice: z.string().nullable(),
})
