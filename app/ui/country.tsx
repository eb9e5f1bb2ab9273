import { ukMapSize } from '#app/lib/country.ts'

/** The map of the country, for an SVG that sets its view box. A cached file in the theme's colours. */
export function UkMapDrawing() {
  return (['low', 'mid', 'dense'] as const).map((band) => (
    <use key={band} className={`map-${band}`} href={`/art/uk-ranks.svg#${band}`} {...ukMapSize} />
  ))
}
