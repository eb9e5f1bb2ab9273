/** A member's own podcast, at a glance. */
export interface OwnPodcast {
  title: string
  isActive: boolean
}
