import { href, Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DashboardOverviewCard } from '#app/ui/overview-card.tsx'
import type { OwnPodcastSummary } from '../model.ts'

interface PodcastOverviewProps {
  /** Id of its heading. */
  id: string
  podcast: OwnPodcastSummary | null
}

/** The dashboard's card of the member's podcast. */
export function OwnPodcastDashboardCard({ id, podcast }: PodcastOverviewProps) {
  if (!podcast) {
    return (
      <DashboardOverviewCard id={id} title="My podcast">
        <p className="text">You haven't added a podcast yet. Every member can add one.</p>
        <LinkButton to={href('/my-podcast')} kind="secondary">
          Create Podcast
        </LinkButton>
      </DashboardOverviewCard>
    )
  }
  return (
    <DashboardOverviewCard id={id} title="My podcast" end={<Badge>{podcast.isActive ? 'Active' : 'Inactive'}</Badge>}>
      <h3>
        <Link to={href('/podcasts/:slug', { slug: podcast.slug })}>{podcast.title}</Link>
      </h3>
      <LinkButton to={href('/my-podcast')} kind="secondary">
        Edit Podcast
      </LinkButton>
    </DashboardOverviewCard>
  )
}
