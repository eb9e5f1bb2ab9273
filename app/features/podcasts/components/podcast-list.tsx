import { MessageSquarePlus } from 'lucide-react'
import { href } from 'react-router'
import { maxPaginationNumbersShown } from '#app/features/directory/model.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CallToAction } from '#app/ui/call-to-action.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type PagedPublicPodcasts, podcastToasts } from '../model.ts'
import { podcastListPagePath } from '../rules.ts'
import { PodcastCard } from './podcast-card.tsx'
import './podcasts.css'

interface PodcastListScreenProps {
  /** Null if the podcasts could not be loaded. */
  list: PagedPublicPodcasts | null
  /** A message about a page past the end. */
  notice: string | null
}

/** Cards of the first row, whose pictures are loaded eagerly. */
const firstRow = 3

/** The list of public podcasts. */
export function PodcastListScreen({ list, notice }: PodcastListScreenProps) {
  return (
    <>
      <PageHead title="Podcasts" lead="Podcasts from veterans and the people who support them.">
        <p className="mt-6">
          <LinkButton to={href('/contact')} kind="secondary">
            <Icon of={MessageSquarePlus} size="small" />
            Suggest a Podcast
          </LinkButton>
        </p>
      </PageHead>
      <section className="wrap podcast-list" aria-label="All podcasts">
        {notice && (
          <Notice tone="waiting">
            <p>{notice}</p>
          </Notice>
        )}
        {list ? <Podcasts list={list} /> : <NotListed />}
      </section>
      <CallToAction
        title="Do you host a podcast?"
        text="Every member can add one. It's free and takes a few minutes."
        label="Add your podcast"
        to={href('/my-podcast')}
      />
    </>
  )
}

function Podcasts({ list: { podcasts, page, pageCount } }: { list: PagedPublicPodcasts }) {
  if (podcasts.length === 0) return <EmptyState title="No podcasts available at the moment." />
  return (
    <>
      <h2 className="sr-only">All podcasts</h2>
      <ul className="podcast-cards">
        {podcasts.map((podcast, index) => (
          <PodcastCard key={podcast.slug} podcast={podcast} eager={index < firstRow} />
        ))}
      </ul>
      <Pagination page={page} pageCount={pageCount} shown={maxPaginationNumbersShown} to={podcastListPagePath} />
    </>
  )
}

function NotListed() {
  const { title, description } = podcastToasts.notListed
  return (
    <EmptyState title={title}>
      <p>{description}</p>
      <LinkButton to={href('/podcasts')} kind="secondary" reloadDocument>
        Retry
      </LinkButton>
    </EmptyState>
  )
}
