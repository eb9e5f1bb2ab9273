import { z } from 'zod'
import site from './site.json' with { type: 'json' }

const siteSchema = z.object({
  name: z.string().min(1),
  summary: z.string().min(1),
  email: z.email(),
  officeHours: z.string().min(1),
  companyNumber: z.string().min(1),
  socialLinks: z.array(
    z.object({
      network: z.enum(['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google']),
      url: z.url({ protocol: /^https$/ }),
    }),
  ),
  sampleNotice: z.string().nullable(),
})

/** What the organisation says about itself; it edits site.json, and a mistake there stops the start. */
export const siteDetails = siteSchema.parse(site)
