import type { Picture } from '#app/lib/pictures.ts'

/** A member's own business, at a glance. */
export interface OwnBusiness {
  slug: string
  name: string
  city: string | null
  county: string | null
  /** Hidden from the directory where it is not. */
  isActive: boolean
  logo: Picture | null
}
