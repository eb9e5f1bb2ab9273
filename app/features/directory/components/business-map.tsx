import type { NationalGridPosition } from '#app/features/places/model.ts'
import { nationalGridToUkMapPoint } from '#app/lib/country.ts'
import { UkMapDrawing } from '#app/ui/country.tsx'
import { emptyDirectorySearch } from '../model.ts'
import { directorySearchPath } from './directory-path.ts'
import { DirectoryMapBarLink } from './map-bar.tsx'
import './business-map.css'

/** What is seen, in units of the drawn map: beside the address, and at the head of a page. */
const views = { small: { width: 210, height: 140 }, large: { width: 340, height: 255 } }
const bar = { width: 5, height: 16 }

interface BusinessMapProps {
  position: NationalGridPosition
  /** A postcode or town, which the search finds. */
  near: string
  /** The name of its town or county. */
  label: string
  size: keyof typeof views
}

/** The part of the country around a business. Its bar leads to the firms near it. */
export function BusinessMap({ position, near, label, size }: BusinessMapProps) {
  const view = views[size]
  const { x, y } = nationalGridToUkMapPoint(position)
  const corner = [x - view.width / 2, y - bar.height / 2 - view.height / 2].map((value) => value.toFixed(1))
  return (
    <div className="business-map">
      <svg viewBox={[...corner, view.width, view.height].join(' ')} preserveAspectRatio="xMidYMid slice">
        <title>{`Map: ${label}`}</title>
        <UkMapDrawing />
        <DirectoryMapBarLink
          {...position}
          {...bar}
          isHere
          to={directorySearchPath({ ...emptyDirectorySearch, near })}
          label={`Businesses near ${label}`}
        />
      </svg>
      <span className="business-map-label">{label}</span>
    </div>
  )
}
