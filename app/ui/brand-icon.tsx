import type { SocialBrand } from './brands.ts'

/** The icon of a network; the link around it has its name. */
export function SocialBrandIcon({ brand }: { brand: SocialBrand }) {
  return (
    <svg className="icon icon-brand" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`/art/brands.svg#${brand}`} />
    </svg>
  )
}
