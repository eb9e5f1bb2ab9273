import { Country } from './country.tsx'

/** The projection of the national grid in the map (public/art/uk-ranks.svg): one bar per cell. */
const grid = { west: -6_000, north: 1_225_000, cellWidth: 13_000, cellHeight: 22_500, barStep: 7, rowStep: 12.4 }
const view = { width: 210, height: 140 }
const pin = { width: 5, height: 14 }

/** Converts a point of the British national grid, in metres, to the map: the foot of its cell's bar. */
export function mapPoint(easting: number, northing: number): { x: number; y: number } {
  return {
    x: (Math.floor((easting - grid.west) / grid.cellWidth) + 0.5) * grid.barStep,
    y: (Math.floor((grid.north - northing) / grid.cellHeight) + 1) * grid.rowStep,
  }
}

/** Converts a point of the British national grid, in metres, to the map exactly, for what is not drawn to its cells. */
export function exactMapPoint(easting: number, northing: number): { x: number; y: number } {
  return {
    x: ((easting - grid.west) / grid.cellWidth) * grid.barStep,
    y: ((grid.north - northing) / grid.cellHeight) * grid.rowStep,
  }
}

interface MiniMapProps {
  /** British national grid, in metres. */
  easting: number
  northing: number
  /** The label of the pin: a town. */
  label: string
}

/** A map around a point, which is marked in red. */
export function MiniMap({ easting, northing, label }: MiniMapProps) {
  const { x, y } = mapPoint(easting, northing)
  const left = x - view.width / 2
  const top = y - pin.height / 2 - view.height / 2
  return (
    <div className="mini-map">
      <svg
        viewBox={`${round(left)} ${round(top)} ${view.width} ${view.height}`}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <Country />
        <rect
          className="map-pin"
          x={round(x - pin.width / 2)}
          y={round(y - pin.height)}
          width={pin.width}
          height={pin.height}
        />
      </svg>
      <span className="mini-map-label">{label}</span>
    </div>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
