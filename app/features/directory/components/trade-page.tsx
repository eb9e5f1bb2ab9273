import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { emptyDirectorySearch } from '../model.ts'
import type { TradePageView } from '../trade-pages/model.ts'
import { BusinessCard } from './business-card.tsx'
import { directorySearchPath } from './directory-path.ts'
import './directory.css'
import './trade-page.css'

/** Cards of the first row, whose pictures are loaded eagerly. */
const firstRow = 3
const noMarks = new Set<string>()

/** The firms of a trade near a town. */
export function TradeInTownPage({ page }: { page: TradePageView }) {
  const { trade, place, total, businesses, towns, neighbours, related } = page
  const search = (name: string, near: string) => directorySearchPath({ ...emptyDirectorySearch, search: name, near })
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <nav aria-label="Breadcrumb" className="crumbs">
            <ol>
              <li>
                <Link to={href('/directory')}>The directory</Link>
              </li>
              <li>
                <Link to={directorySearchPath({ ...emptyDirectorySearch, search: trade.name })}>{trade.plural}</Link>
              </li>
              <li aria-current="page">{place.name}</li>
            </ol>
          </nav>
          <h1>
            {trade.plural} near {place.name}
          </h1>
          <p className="lead">
            {total.toLocaleString('en-GB')} verified businesses run by veterans and their families within 10 miles of{' '}
            {place.name}. The nearest come first.
          </p>
        </div>
      </div>
      <div className="wrap trade-page-body">
        <h2 className="sr-only">The nearest {trade.plural.toLowerCase()}</h2>
        <ul className="cards">
          {businesses.map((business, index) => (
            <BusinessCard key={business.slug} business={business} marks={noMarks} eager={index < firstRow} />
          ))}
        </ul>
        {total > businesses.length && (
          <p>
            <LinkButton to={search(trade.name, place.name)} kind="secondary">
              See all {trade.plural.toLowerCase()} near {place.name}
            </LinkButton>
          </p>
        )}
        <div className="trade-page-links">
          {towns.length > 0 && (
            <section aria-labelledby="towns">
              <h2 id="towns">{trade.plural} in other towns</h2>
              <ul>
                {towns.map(({ slug, name, firms }) => (
                  <li key={slug}>
                    <Link to={href('/find/:trade/:town', { trade: trade.id, town: slug })}>{name}</Link> ({firms})
                  </li>
                ))}
              </ul>
            </section>
          )}
          {neighbours.length > 0 && (
            <section aria-labelledby="towns">
              <h2 id="towns">Towns near {place.name}</h2>
              <ul>
                {neighbours.map((name) => (
                  <li key={name}>
                    <Link to={search(trade.name, name)}>{name}</Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {related.length > 0 && (
            <section aria-labelledby="related">
              <h2 id="related">Related trades</h2>
              <ul>
                {related.map(({ id, name, plural, hasPage }) => (
                  <li key={id}>
                    <Link
                      to={
                        hasPage ? href('/find/:trade/:town', { trade: id, town: place.slug }) : search(name, place.name)
                      }
                    >
                      {plural} near {place.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  )
}
