/** The size of the drawn map (public/art/uk-ranks.svg). */
export const countrySize = { width: 371, height: 686 }

/** The country as ranks, for an SVG that says which part of it is seen. A cached file that takes the theme's colours. */
export function Country() {
  return (['low', 'mid', 'dense'] as const).map((band) => (
    <use key={band} className={`map-${band}`} href={`/art/uk-ranks.svg#${band}`} {...countrySize} />
  ))
}
