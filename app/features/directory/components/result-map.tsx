import { Link } from 'react-router'
import { Country } from '#app/ui/country.tsx'
import { exactMapPoint } from '#app/ui/mini-map.tsx'
import { barHeight } from '../map/rules.ts'
import type { MapBar, ResultMap } from '../map/schema.ts'
import type { DirectorySearch } from '../schema.ts'
import { directoryPath } from './directory-path.ts'
import './result-map.css'

const titles: Record<ResultMap['depth'], string> = {
  country: 'Where they are, by region',
  region: 'Where they are, by post town',
  place: 'Where they are, within 30 miles',
}

/** A search as bars on our own map: each bar leads to its area, and is as tall as the area has firms. */
export function ResultMapPanel({ map, search }: { map: ResultMap; search: DirectorySearch }) {
  const from = exactMapPoint(map.west, map.north)
  const to = exactMapPoint(map.east, map.south)
  const width = to.x - from.x
  const height = to.y - from.y
  // Bars keep their size on screen whatever the depth.
  const unit = Math.max(width, height) / 100
  const most = Math.max(0, ...map.bars.map(({ firms }) => firms))
  const nearest = map.here && nearestTo(map.bars, map.here)
  const bars = map.bars.toSorted((one, other) => other.y - one.y)
  return (
    <figure className="result-map">
      <figcaption>{titles[map.depth]}</figcaption>
      {bars.length === 0 ? (
        <p>No firms of this search have a known place here.</p>
      ) : (
        <svg
          viewBox={[from.x, from.y - unit * 14, width, height + unit * 16].map((value) => value.toFixed(1)).join(' ')}
        >
          <title>{titles[map.depth]}</title>
          {map.depth === 'place' ? (
            <Rings map={map} />
          ) : (
            <g className="result-map-country">
              <Country />
            </g>
          )}
          {bars.map((bar) => {
            const foot = exactMapPoint(bar.x, bar.y)
            const tall = barHeight(bar.firms, most) * unit * 13
            const isHere = bar === nearest
            return (
              <Link
                key={bar.near}
                to={directoryPath({ ...search, near: bar.near, page: 1 })}
                aria-label={`${bar.label}: ${bar.firms} ${bar.firms === 1 ? 'firm' : 'firms'}`}
                preventScrollReset
              >
                <rect
                  className="result-map-target"
                  x={foot.x - unit * 2.5}
                  y={foot.y - tall - unit}
                  width={unit * 5}
                  height={tall + unit * 2}
                />
                <rect
                  className={isHere ? 'result-map-bar is-here' : 'result-map-bar'}
                  x={foot.x - unit * 1.1}
                  y={foot.y - tall}
                  width={unit * 2.2}
                  height={tall}
                />
                <text x={foot.x} y={foot.y - tall - unit * 0.8} fontSize={unit * 3.2} textAnchor="middle">
                  {bar.firms}
                </text>
                <title>{`${bar.label}: ${bar.firms}`}</title>
              </Link>
            )
          })}
        </svg>
      )}
    </figure>
  )
}

/** Circles of ten, twenty and thirty miles around the place. */
function Rings({ map }: { map: ResultMap }) {
  if (!map.here) return null
  const middle = exactMapPoint(map.here.x, map.here.y)
  const radius = (exactMapPoint(map.east, 0).x - exactMapPoint(map.west, 0).x) / 2
  return [1, 2, 3].map((third) => (
    <circle key={third} className="result-map-ring" cx={middle.x} cy={middle.y} r={(radius * third) / 3} />
  ))
}

function nearestTo(bars: MapBar[], { x, y }: { x: number; y: number }): MapBar | null {
  const [first] = bars.toSorted((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y))
  return first ?? null
}
