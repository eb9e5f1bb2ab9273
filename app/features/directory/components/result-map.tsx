import { nationalGridToUkMapPoint } from '#app/lib/country.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { UkMapDrawing } from '#app/ui/country.tsx'
import type { DirectoryMapBarData, DirectoryMapData } from '../map/model.ts'
import { directoryMapBarHeight } from '../map/rules.ts'
import type { DirectorySearch } from '../model.ts'
import { directorySearchPath } from './directory-path.ts'
import { DirectoryMapBarLink } from './map-bar.tsx'
import './result-map.css'

const titles: Record<DirectoryMapData['depth'], string> = {
  country: 'Where they are, by region',
  region: 'Where they are, by post town',
  place: 'Where they are, within 30 miles',
}

/** A search as bars on our own map: each bar leads to its area, and is as tall as the area has firms. */
export function DirectoryMapPanel({ map, search }: { map: DirectoryMapData; search: DirectorySearch }) {
  const from = nationalGridToUkMapPoint({ x: map.west, y: map.north })
  const to = nationalGridToUkMapPoint({ x: map.east, y: map.south })
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
        <p>None of these results can be shown on the map.</p>
      ) : (
        <svg
          viewBox={[from.x, from.y - unit * 14, width, height + unit * 16].map((value) => value.toFixed(1)).join(' ')}
        >
          <title>{titles[map.depth]}</title>
          {map.depth === 'place' ? (
            <Rings map={map} />
          ) : (
            <g className="result-map-country">
              <UkMapDrawing />
            </g>
          )}
          {bars.map((bar) => (
            <DirectoryMapBarLink
              key={bar.near}
              x={bar.x}
              y={bar.y}
              height={directoryMapBarHeight(bar.firms, most) * unit * 13}
              width={unit * 2.2}
              isHere={bar === nearest}
              to={directorySearchPath({ ...search, near: bar.near, page: 1 })}
              label={`${bar.label}: ${formatCountWithNoun(bar.firms, 'firm')}`}
              text={String(bar.firms)}
            />
          ))}
        </svg>
      )}
    </figure>
  )
}

/** Circles of ten, twenty and thirty miles around the place. */
function Rings({ map }: { map: DirectoryMapData }) {
  if (!map.here) return null
  const middle = nationalGridToUkMapPoint(map.here)
  const radius =
    (nationalGridToUkMapPoint({ x: map.east, y: 0 }).x - nationalGridToUkMapPoint({ x: map.west, y: 0 }).x) / 2
  return [1, 2, 3].map((third) => (
    <circle key={third} className="result-map-ring" cx={middle.x} cy={middle.y} r={(radius * third) / 3} />
  ))
}

function nearestTo(bars: DirectoryMapBarData[], { x, y }: { x: number; y: number }): DirectoryMapBarData | null {
  const [first] = bars.toSorted((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y))
  return first ?? null
}
