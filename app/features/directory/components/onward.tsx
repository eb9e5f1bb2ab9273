import { MapPin } from 'lucide-react'
import { href } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { RelatedTradePagesAndBusinesses } from '../trade-pages/model.ts'
import './onward.css'

/** Similar businesses near this one, and the pages of its trades. */
export function RelatedBusinessLinks({ pages, similar }: RelatedTradePagesAndBusinesses) {
  if (pages.length + similar.length === 0) return null
  return (
    <section className="onward" aria-labelledby="onward">
      <div className="wrap">
        <h2 id="onward">Similar businesses nearby</h2>
        {similar.length > 0 && (
          <ul className="similar">
            {similar.map(({ slug, name, logo, tile, industryName, city, miles }) => (
              <li key={slug}>
                <BusinessLogo logo={logo} tile={tile} sizes="3rem" />
                <div>
                  <h3>
                    <Link to={href('/business/:slug', { slug })}>{name}</Link>
                  </h3>
                  <p>{industryName}</p>
                  <p className="place">
                    <Icon of={MapPin} />
                    {[city, miles !== null && formatCountWithNoun(miles, 'mile')].filter(Boolean).join(', ')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {pages.length > 0 && (
          <ul className="onward-pages">
            {pages.map(({ tradeId, plural, placeSlug, place }) => (
              <li key={tradeId}>
                <Link to={href('/find/:trade/:town', { trade: tradeId, town: placeSlug })}>
                  {plural} near {place}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
