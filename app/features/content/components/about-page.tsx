import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { PageIllustration } from '#app/ui/drawing.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { HeadedPoints } from '#app/ui/points.tsx'
import { PersonPortrait } from '#app/ui/portrait.tsx'
import type { AboutContent, ContentPassage } from '../schema.ts'
import { PersonByline } from './byline.tsx'
import { ContentStatementSection } from './statement.tsx'
import './about.css'

const impact = [
  { figure: '6%', what: 'of UK small businesses', note: 'are owned by veterans' },
  { figure: '340k+', what: 'businesses', note: 'in every trade and every county' },
  { figure: '£0', what: 'cost', note: 'to be verified and to be listed' },
  { figure: '100%', what: 'equal', note: 'one kind of page, one search for all' },
]

/** The page About Us. */
export function AboutPage({ content }: { content: AboutContent }) {
  const { title: valuesTitle, serviceBeforeSelf, noFeesNoTiers, equalPlatform } = content.coreValues
  return (
    <>
      <PageHead title={content.title} lead={content.lead} drawing={<PageIllustration of="about" />} />
      <section className="section" aria-labelledby="mission">
        <ContentStatementSection id="mission" statement={content.mission} />
      </section>
      <section className="section sand" aria-labelledby="objectives">
        <div className="wrap">
          <h2 id="objectives">{content.objectives.title}</h2>
          <HeadedPoints points={content.objectives.list} columns={2} />
        </div>
      </section>
      <section className="section" aria-labelledby="founder">
        <div className="wrap founder">
          <PersonPortrait src={content.founder.person.picture} />
          <div>
            <h2 id="founder">{content.founder.title}</h2>
            <PersonByline person={content.founder.person} />
            {content.founder.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </section>
      <section className="navy section contours contours-band" aria-labelledby="core-values">
        <div className="wrap">
          <h2 id="core-values">{valuesTitle}</h2>
          <HeadedPoints
            columns={3}
            points={[
              { title: 'Service Before Self', text: serviceBeforeSelf },
              { title: 'No Fees No Tiers', text: noFeesNoTiers },
              { title: 'Equal Platform', text: equalPlatform },
            ]}
          />
        </div>
      </section>
      <section className="section" aria-labelledby="impact">
        <div className="wrap">
          <h2 id="impact">{content.impact.title}</h2>
          <ul className="impact">
            {impact.map(({ figure, what, note }) => (
              <li key={what}>
                <b>{figure}</b> <strong>{what}</strong> <span>{note}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <div className="sand">
        <div className="wrap section calls">
          <Call id="support" call={content.calls.support} label="Support us" to={href('/support')} />
          <Call id="contact" call={content.calls.contact} label="Contact us" to={href('/contact')} kind="secondary" />
        </div>
      </div>
    </>
  )
}

interface CallProps {
  id: string
  call: ContentPassage
  label: string
  to: string
  kind?: 'primary' | 'secondary'
}

function Call({ id, call, label, to, kind = 'primary' }: CallProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{call.title}</h2>
      <p className="lead">{call.text}</p>
      <LinkButton to={to} kind={kind} className="mt-6">
        {label}
      </LinkButton>
    </section>
  )
}
