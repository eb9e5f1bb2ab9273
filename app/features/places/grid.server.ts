import proj4 from 'proj4'
import type { NationalGridPosition } from './model.ts'

/** The British National Grid (EPSG:27700); the shift between the ellipsoids is good to some metres. */
const nationalGrid =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
  '+towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'

/** Converts latitude and longitude in degrees (WGS 84) to the National Grid. */
export function toNationalGrid({ latitude, longitude }: { latitude: number; longitude: number }): NationalGridPosition {
  const [x = 0, y = 0] = proj4('WGS84', nationalGrid, [longitude, latitude])
  return { x: Math.round(x), y: Math.round(y) }
}
