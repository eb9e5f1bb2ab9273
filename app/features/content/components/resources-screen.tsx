import { ArrowUpRight, Phone } from 'lucide-react'
import { formatDate } from '#app/lib/dates.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { HelpOrganisation, HelpResourcesContent, HelpTelephone } from '../schema.ts'
import '#app/ui/points.css'
import './resources.css'

/** Where to find help: in an emergency, in a crisis, with a business or with work. */
export function HelpResourcesPage({ page }: { page: HelpResourcesContent }) {
  const { crisis, business, employment } = page
  return (
    <>
      <PageHead title="Resources" lead={page.lead}>
        <div className="emergency" role="note">
          <p>
            <strong>In immediate danger, call 999.</strong> Do this if you or someone else is at risk of harm now.
          </p>
          <a className={buttonClass({ size: 'large' })} href="tel:999">
            <Icon of={Phone} />
            Call 999
          </a>
        </div>
        <nav className="row row-s mt-8" aria-label="On this page">
          <a className="chip" href="#crisis">
            Crisis and support
          </a>
          <a className="chip" href="#business">
            Business resources
          </a>
          <a className="chip" href="#employment">
            Employment support
          </a>
        </nav>
      </PageHead>

      <section className="wrap section" aria-labelledby="crisis">
        <h2 id="crisis">Crisis and support</h2>
        <p className="lead mt-3">{crisis.lead}</p>
        <ul className="helplines">
          {crisis.organisations.map(({ telephone, ...organisation }) => (
            <li key={organisation.name} className="card">
              <h3>{organisation.name}</h3>
              <p>{organisation.text}</p>
              {telephone && <TelephoneLink {...telephone} organisation={organisation.name} />}
              <Website {...organisation} />
            </li>
          ))}
        </ul>
      </section>

      <section className="sand" aria-labelledby="business">
        <div className="wrap section">
          <h2 id="business">Business resources</h2>
          <p className="lead mt-3">{business.lead}</p>
          <Organisations of={business.organisations} />
        </div>
      </section>

      <section className="wrap section" aria-labelledby="employment">
        <h2 id="employment">Employment support</h2>
        <p className="lead mt-3">{employment.lead}</p>
        <Organisations of={employment.organisations} />
      </section>
    </>
  )
}

function TelephoneLink({ organisation, name, number, hours, checked }: HelpTelephone & { organisation: string }) {
  return (
    <div className="helpline">
      <a className="helpline-number" href={number.uri}>
        <Icon of={Phone} />
        <span>
          <span className="sr-only">Call {name ?? organisation} on </span>
          {number.shown}
        </span>
      </a>
      <p className="hint">
        {[name, hours].filter(Boolean).join('. ')}
        {(name || hours) && '. '}
        Number checked <time dateTime={checked}>{formatDate(new Date(checked))}</time>
      </p>
    </div>
  )
}

function Organisations({ of }: { of: HelpOrganisation[] }) {
  return (
    <ul className="points points-3">
      {of.map((organisation) => (
        <li key={organisation.name}>
          <h3>{organisation.name}</h3>
          <p>{organisation.text}</p>
          <Website {...organisation} />
        </li>
      ))}
    </ul>
  )
}

function Website({ name, website }: Pick<HelpOrganisation, 'name' | 'website'>) {
  return (
    <a className="more website" href={website} rel="noopener">
      {new URL(website).hostname.replace(/^www\./, '')}
      <span className="sr-only">, website of {name}</span>
      <Icon of={ArrowUpRight} size="small" />
    </a>
  )
}
