import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { Country, countrySize } from '#app/ui/country.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { HomeContent } from '../schema.ts'
import './home.css'

/** Towns on the map: the position of the pin, and that of the label. */
const towns = [
  { name: 'Newcastle', x: 234.5, y: 372, wordX: 288.5, wordY: 328 },
  { name: 'Plymouth', x: 136.5, y: 657.2, wordX: 96.5, wordY: 611.2 },
  { name: 'Falkirk', x: 157.5, y: 310, wordX: 51.5, wordY: 222 },
  { name: 'Belfast', x: 80.5, y: 384.4, wordX: 30.5, wordY: 448.4 },
]
const pinHeight = 12

/** The hero of the front page: what Muster is, the search as `children`, two buttons, and the map. */
export function HomeHero({ hero, children }: { hero: HomeContent['hero']; children: ReactNode }) {
  return (
    <section className="hero contours contours-head" aria-labelledby="home">
      <div className="wrap">
        <div className="hero-text">
          <h1 id="home">{hero.title}</h1>
          <p className="lead">{hero.lead}</p>
          {children}
          <div className="row">
            <LinkButton to={href('/directory')} size="large">
              <Icon of={Search} />
              Find a business
            </LinkButton>
            <LinkButton to={href('/verification')} size="large" kind="secondary">
              Verify your business
            </LinkButton>
          </div>
        </div>
        <div className="hero-map">
          <svg viewBox={`0 0 ${countrySize.width} ${countrySize.height}`} aria-hidden="true" focusable="false">
            <Country />
            {towns.map(({ name, x, y, wordX, wordY }) => {
              const towards = wordX > x ? 1 : -1
              return (
                <g key={name}>
                  <rect className="map-pin" x={x - 2} y={y - pinHeight} width={4} height={pinHeight} />
                  <path className="map-lead" d={`M${x} ${y - pinHeight}L${wordX - 10 * towards} ${wordY}H${wordX}`} />
                  <text x={wordX + 5 * towards} y={wordY + 4.5} textAnchor={towards > 0 ? 'start' : 'end'}>
                    {name}
                  </text>
                </g>
              )
            })}
          </svg>
        </div>
      </div>
    </section>
  )
}
