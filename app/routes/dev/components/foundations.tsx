import { BadgeCheck, MapPin, Search } from 'lucide-react'
import { BusinessMap } from '#app/features/directory/components/business-map.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { SocialBrandIcon } from '#app/ui/brand-icon.tsx'
import { SiteLogoLink } from '#app/ui/brand-link.tsx'
import { type SocialBrand, socialBrandName } from '#app/ui/brands.ts'
import { Icon } from '#app/ui/icon.tsx'
import { MusterSymbol } from '#app/ui/mark.tsx'
import { ProgressBars } from '#app/ui/progress-ranks.tsx'
import { EmptyStateBars } from '#app/ui/ranks.tsx'
import '#app/routes/dev/component-gallery.css'

const colours = [
  ...['paper', 'surface', 'sand-1', 'sand-2', 'line', 'edge', 'ink', 'ink-2', 'ink-3', 'navy'],
  ...['green', 'green-tint', 'poppy', 'danger', 'danger-tint', 'amber', 'amber-tint', 'amber-ink'],
]
const brands: SocialBrand[] = ['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google']

export function BrandIdentityShowcase() {
  return (
    <>
      <div className="row">
        <SiteLogoLink name="Muster" />
      </div>
      <div className="row gallery-marks">
        <MusterSymbol filled={1} />
        <MusterSymbol filled={3} />
        <MusterSymbol filled={5} />
      </div>
      <div className="gallery-ranks">
        <EmptyStateBars count={15} accent={7} />
      </div>
      <BusinessMap size="small" position={{ x: 352_000, y: 492_000 }} near="Kendal" label="Kendal" />
    </>
  )
}

export function ColourShowcase() {
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

export function TypographyShowcase() {
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

export function IconShowcase() {
  return (
    <>
      <div className="row">
        <Icon of={BadgeCheck} size="small" />
        <Icon of={MapPin} />
        <Icon of={Search} size="large" />
        {brands.map((brand) => (
          <span key={brand} title={socialBrandName(brand)}>
            <SocialBrandIcon brand={brand} />
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

export function ProgressShowcase() {
  return (
    <>
      <ProgressBars label="Nothing yet" percentage={0} tone="none" />
      <ProgressBars label="Waiting" percentage={25} tone="waiting" />
      <ProgressBars label="Refused" percentage={25} tone="bad" />
      <ProgressBars label="Under review" percentage={75} tone="waiting" />
      <ProgressBars label="Done" percentage={100} />
    </>
  )
}
