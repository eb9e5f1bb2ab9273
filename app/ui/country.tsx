/** The size of the drawn map (public/art/uk-ranks.svg). */
export const countrySize = { width: 371, height: 686 }

/** The map of the country, for an SVG that sets its view box. A cached file in the theme's colours. */
export function Country() {
  return (['low', 'mid', 'dense'] as const).map((band) => (
    <use key={band} className={`map-${band}`} href={`/art/uk-ranks.svg#${band}`} {...countrySize} />
  ))
}
