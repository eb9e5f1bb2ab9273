import { BadgeCheck, MapPin, Search } from 'lucide-react'
import { BusinessMap } from '#app/features/directory/components/business-map.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { BrandIcon } from '#app/ui/brand-icon.tsx'
import { BrandLink } from '#app/ui/brand-link.tsx'
import { type Brand, brandName } from '#app/ui/brands.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Mark } from '#app/ui/mark.tsx'
import { ProgressRanks } from '#app/ui/progress-ranks.tsx'
import { Ranks } from '#app/ui/ranks.tsx'
import '#app/routes/dev/component-gallery.css'

const colours = [
  ...['paper', 'surface', 'sand-1', 'sand-2', 'line', 'edge', 'ink', 'ink-2', 'ink-3', 'navy'],
  ...['green', 'green-tint', 'poppy', 'danger', 'danger-tint', 'amber', 'amber-tint', 'amber-ink'],
]
const brands: Brand[] = ['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google']

export function Identity() {
  return (
    <>
      <div className="row">
        <BrandLink name="Muster" />
      </div>
      <div className="row gallery-marks">
        <Mark filled={1} />
        <Mark filled={3} />
        <Mark filled={5} />
      </div>
      <div className="gallery-ranks">
        <Ranks count={15} accent={7} />
      </div>
      <BusinessMap size="small" position={{ x: 352_000, y: 492_000 }} near="Kendal" label="Kendal" />
    </>
  )
}

export function Colours() {
  return (
    <ul className="swatches">
      {colours.map((name) => (
        <li key={name}>
          <span data-colour={name} />
          {name}
        </li>
      ))}
    </ul>
  )
}

export function Type() {
  return (
    <>
      <p className="gallery-display">Served once</p>
      <h3 className="gallery-h1">Verified in three steps</h3>
      <h3 className="gallery-h2">Products and services</h3>
      <h3>A smaller heading</h3>
      <p className="lead">The lead under a title: one or two sentences.</p>
      <p>
        Body text, from 16 pixels, runs to 64 characters a line. It may hold <a href="#type">the address of a part</a>.
      </p>
      <p className="muted">Secondary text, for what is read second.</p>
      <p className="num">1,234,567 in figures of one width</p>
    </>
  )
}

export function Signs() {
  return (
    <>
      <div className="row">
        <Icon of={BadgeCheck} size="small" />
        <Icon of={MapPin} />
        <Icon of={Search} size="large" />
        {brands.map((brand) => (
          <span key={brand} title={brandName(brand)}>
            <BrandIcon brand={brand} />
          </span>
        ))}
      </div>
      <div className="row">
        <Avatar picture={null} initials="SS" />
        <Avatar picture={null} initials="AE" size="large" />
      </div>
    </>
  )
}

export function Progress() {
  return (
    <>
      <ProgressRanks label="Nothing yet" percentage={0} tone="none" />
      <ProgressRanks label="Waiting" percentage={25} tone="waiting" />
      <ProgressRanks label="Refused" percentage={25} tone="bad" />
      <ProgressRanks label="Under review" percentage={75} tone="waiting" />
      <ProgressRanks label="Done" percentage={100} />
    </>
  )
}
