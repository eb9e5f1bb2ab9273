import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { nationalGridToUkMapPoint, ukMapSize } from '#app/lib/country.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { UkMapDrawing } from '#app/ui/country.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { HomeContent } from '../schema.ts'
import './home.css'

/** A firm that is named on the map, in metres on the National Grid. */
export interface FirmOnHomeMap {
  slug: string
  name: string
  town: string
  region: 'Scotland' | 'North East' | 'Northern Ireland' | 'South West'
  x: number
  y: number
}

/** Where the label of a region's firm begins, on the drawn map. */
const labels: Record<FirmOnHomeMap['region'], { x: number; y: number }> = {
  Scotland: { x: 51.5, y: 222 },
  'North East': { x: 288.5, y: 328 },
  'Northern Ireland': { x: 30.5, y: 448.4 },
  'South West': { x: 96.5, y: 611.2 },
}
const pinHeight = 12
/** The width of a letter and the height of a label, on the drawn map. */
const letter = 8
const labelHeight = 44

interface HomeHeroProps {
  hero: HomeContent['hero']
  firms: FirmOnHomeMap[]
  children: ReactNode
}

/** The hero of the front page: what Muster is, the search as `children`, two buttons, and the map with firms to visit. */
export function HomeHero({ hero, firms, children }: HomeHeroProps) {
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
          <svg viewBox={`0 0 ${ukMapSize.width} ${ukMapSize.height}`} focusable="false">
            <title>{firms.length > 0 ? 'Firms on the map' : 'The United Kingdom'}</title>
            <UkMapDrawing />
            {firms.map(({ slug, ...position }) => (
              <Pin key={slug} {...nationalGridToUkMapPoint(position)} />
            ))}
            {firms.map((firm) => (
              <FirmLabel key={firm.slug} {...firm} />
            ))}
          </svg>
        </div>
      </div>
    </section>
  )
}

function Pin({ x, y }: { x: number; y: number }) {
  return <rect className="map-pin" x={x - 2} y={y - pinHeight} width={4} height={pinHeight} />
}

function FirmLabel({ slug, name, town, region, ...position }: FirmOnHomeMap) {
  const pin = nationalGridToUkMapPoint(position)
  const { x, y } = labels[region]
  const towards = x > pin.x ? 1 : -1
  const width = Math.max(name.length, town.length) * letter
  const text = { x: x + 5 * towards, textAnchor: towards > 0 ? ('start' as const) : ('end' as const) }
  return (
    <Link to={href('/business/:slug', { slug })} className="map-firm">
      <rect
        className="map-firm-target"
        x={towards > 0 ? x : x - width}
        y={y - labelHeight / 2}
        width={width}
        height={labelHeight}
      />
      <path className="map-lead" d={`M${pin.x} ${pin.y - pinHeight}L${x - 10 * towards} ${y}H${x}`} />
      <text {...text} y={y - 3}>
        {name}
      </text>{' '}
      <text {...text} y={y + 14} className="map-firm-town">
        {town}
      </text>
    </Link>
  )
}
