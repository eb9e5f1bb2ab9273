import { ArrowUpRight } from 'lucide-react'
import { href } from 'react-router'
import { parseVideoLink } from '#app/lib/videos.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { HeadedPoints } from '#app/ui/points.tsx'
import { EmptyStateBars } from '#app/ui/ranks.tsx'
import { ThreeStepsBand } from '#app/ui/three-steps.tsx'
import { VideoEmbed } from '#app/ui/video-embed.tsx'
import type { SagePartnerContent } from '../schema.ts'
import { PartnerLinkList } from './outside-links.tsx'
import './partners.css'

/** The page about a business software provider, and its offer for verified members. Without an offer it promises nothing. */
export function SagePartnerPage({ page }: { page: SagePartnerContent }) {
  const { offer, video } = page
  const { title, lead } = offer ?? page
  const [sage] = page.links
  const film = parseVideoLink(video?.url)
  return (
    <>
      <PageHead title={title} lead={lead}>
        <div className="row mt-8">
          {offer && (
            <LinkButton size="large" to={href('/verification')}>
              Verify your business
            </LinkButton>
          )}
          {sage && (
            <a className={buttonClass({ kind: 'secondary', size: 'large' })} href={sage.url} rel="noopener">
              Visit Sage
              <Icon of={ArrowUpRight} />
            </a>
          )}
        </div>
      </PageHead>

      <div className="wrap section partner-offer">
        <div>
          {offer && (
            <>
              <div className="offer-ranks">
                <EmptyStateBars count={offer.months} accent={offer.months - 1} />
              </div>
              <p className="offer">
                <b>{offer.months}</b> <span>{offer.text}</span>
              </p>
              <p className="muted">For {offer.for} with a business in the directory.</p>
            </>
          )}
          {page.sampleNotice && (
            <Notice tone="waiting">
              <p>{page.sampleNotice}</p>
            </Notice>
          )}
        </div>
        {video && film && (
          <section aria-labelledby="video">
            <VideoEmbed video={film} name="the video" title={video.title} rel="noopener" />
            <h2 id="video" className="film-title">
              {video.title} {video.isSample && <Badge>Sample video</Badge>}
            </h2>
            <p className="muted">{video.text}</p>
          </section>
        )}
      </div>

      <section className="sand" aria-labelledby="benefits">
        <div className="wrap section">
          <h2 id="benefits">What it does for you</h2>
          <HeadedPoints points={page.benefits} columns={3} />
        </div>
      </section>

      {offer && (
        <ThreeStepsBand title="How to claim it" lead={offer.process.lead} steps={offer.process.steps}>
          <div className="row mt-8">
            <LinkButton to={href('/verification')}>Start verification</LinkButton>
          </div>
        </ThreeStepsBand>
      )}

      <section className="wrap section" aria-labelledby="sage">
        <h2 id="sage">On Sage's website</h2>
        <PartnerLinkList links={page.links} />
        <p className="muted mt-4">Sage's own terms apply to what it provides.</p>
      </section>
    </>
  )
}
