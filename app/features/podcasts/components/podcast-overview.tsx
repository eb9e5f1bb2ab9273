import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { OverviewCard } from '#app/ui/overview-card.tsx'
import type { OwnPodcast } from '../schema.ts'

interface PodcastOverviewProps {
  /** Id of its heading. */
  id: string
  podcast: OwnPodcast | null
}

/** A member's own podcast. */
export function PodcastOverview({ id, podcast }: PodcastOverviewProps) {
  if (!podcast) {
    return (
      <OverviewCard id={id} title="My podcast">
        <p className="text">You have no podcast with us yet. Every member may host one.</p>
        <LinkButton to="/my-podcast" kind="secondary" size="small">
          Create Podcast
        </LinkButton>
      </OverviewCard>
    )
  }
  return (
    <OverviewCard id={id} title="My podcast" end={<Badge>{podcast.isActive ? 'Active' : 'Inactive'}</Badge>}>
      <h3>{podcast.title}</h3>
      <div className="row row-s">
        <LinkButton to="/my-podcast" kind="secondary" size="small">
          Edit Podcast
        </LinkButton>
        <LinkButton to={`/podcasts/${podcast.slug}`} kind="quiet" size="small">
          View page
        </LinkButton>
      </div>
    </OverviewCard>
  )
}
