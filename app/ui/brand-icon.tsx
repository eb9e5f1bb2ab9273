import type { Brand } from './brands.ts'

/** The icon of a network; the link around it has its name. */
export function BrandIcon({ brand }: { brand: Brand }) {
  return (
    <svg className="icon icon-brand" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`/art/brands.svg#${brand}`} />
    </svg>
  )
}
