import { href } from 'react-router'
import { CallToAction } from '#app/ui/call-to-action.tsx'
import { PageIllustration } from '#app/ui/drawing.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { HeadedPoints } from '#app/ui/points.tsx'
import type { MissionValuesContent } from '../schema.ts'
import { ContentStatementSection } from './statement.tsx'

/** The page Mission & Values. */
export function MissionValuesPage({ content }: { content: MissionValuesContent }) {
  const { title: valuesTitle, integrity, excellence, inclusivity, innovation, service, community } = content.values
  return (
    <>
      <PageHead title={content.title} lead={content.lead} drawing={<PageIllustration of="mission" />} />
      <section className="section" aria-labelledby="mission">
        <ContentStatementSection id="mission" statement={content.mission} />
      </section>
      <section className="section sand" aria-labelledby="what-we-do">
        <div className="wrap">
          <h2 id="what-we-do">{content.whatWeDo.title}</h2>
          <HeadedPoints points={content.whatWeDo.list} columns={2} />
        </div>
      </section>
      <section className="section" aria-labelledby="values">
        <div className="wrap">
          <h2 id="values">{valuesTitle}</h2>
          <HeadedPoints
            columns={3}
            points={[
              { title: 'Integrity', text: integrity },
              { title: 'Excellence', text: excellence },
              { title: 'Inclusivity', text: inclusivity },
              { title: 'Innovation', text: innovation },
              { title: 'Service', text: service },
              { title: 'Community', text: community },
            ]}
          />
        </div>
      </section>
      <section className="navy section contours contours-band" aria-labelledby="vision">
        <ContentStatementSection id="vision" statement={content.vision} />
      </section>
      <CallToAction {...content.support} label="Support Our Mission" to={href('/support')} />
    </>
  )
}
