import { nationalGridToUkMapPoint } from '#app/lib/country.ts'
import { Link } from '#app/ui/link.tsx'

interface MapBarLinkProps {
  /** Where it stands, in metres on the National Grid. */
  x: number
  y: number
  /** Its height and width in units of the drawn map. */
  height: number
  width: number
  /** Whether it is where the visitor is looking. */
  isHere: boolean
  to: string
  /** What a screen reader says. */
  label: string
}

/** A bar of the map, which leads to its area. */
export function DirectoryMapBarLink({ x, y, height, width, isHere, to, label }: MapBarLinkProps) {
  const foot = nationalGridToUkMapPoint({ x, y })
  return (
    <Link to={to} aria-label={label}>
      <rect
        className="map-bar-target"
        x={foot.x - width * 1.15}
        y={foot.y - height - width / 2}
        width={width * 2.3}
        height={height + width}
      />
      <rect
        className={isHere ? 'map-bar is-here' : 'map-bar'}
        x={foot.x - width / 2}
        y={foot.y - height}
        width={width}
        height={height}
      />
      <title>{label}</title>
    </Link>
  )
}
