import { href } from 'react-router'
import { CallToAction } from '#app/ui/call-to-action.tsx'
import { PageIllustration } from '#app/ui/drawing.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { HeadedPoints } from '#app/ui/points.tsx'
import type { ReuPartnerContent } from '../schema.ts'
import { PartnerLinkList } from './outside-links.tsx'
import './partners.css'

/** The page about a university's MBA. */
export function ReuPartnerPage({ page }: { page: ReuPartnerContent }) {
  return (
    <>
      <PageHead title={page.title} lead={page.lead} drawing={<PageIllustration of="reu" />}>
        <dl className="headline-facts">
          {page.facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </PageHead>

      <section className="wrap section" aria-labelledby="programme">
        <h2 id="programme">The programme</h2>
        {page.sampleNotice && (
          <div className="mt-4">
            <Notice tone="waiting">
              <p>{page.sampleNotice}</p>
            </Notice>
          </div>
        )}
        <HeadedPoints points={page.about} columns={2} />
      </section>

      <section className="sand" aria-labelledby="reu">
        <div className="wrap section">
          <h2 id="reu">On the university's website</h2>
          <PartnerLinkList links={page.links} />
        </div>
      </section>

      <CallToAction
        title="A question about the programme?"
        text="Ask us, and we will put you in touch with the right person."
        label="Contact us"
        to={href('/contact')}
      />
    </>
  )
}
