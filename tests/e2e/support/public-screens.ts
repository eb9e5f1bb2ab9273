import { contentPaths } from './content-paths.ts'
import { full } from './named-businesses.ts'

/** Every screen that somebody sees who is signed out, with each of its views. */
export const publicScreens = [
  ...contentPaths,
  '/how-we-verify',
  '/verify',
  '/directory',
  '/directory?search=zest&near=Leeds',
  '/shortlist',
  `/business/${full.slug}`,
  '/podcasts',
  '/shop',
  '/shop/cart',
  '/auth',
  '/auth?tab=register',
  '/auth?tab=forgot',
  '/verification',
  '/business-onboarding',
]
