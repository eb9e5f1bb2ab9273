import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import type { Picture } from '#app/lib/pictures.ts'
import { Icon } from './icon.tsx'

interface BusinessLogoProps {
  logo: Picture | null
  /** Shown where there is no logo. The name is shown beside it. */
  tile: PlaceholderLogoInitialsAndColour
  /** The `sizes` attribute. */
  sizes: string
  eager?: boolean
}

/** The logo of a business, or its initials if it has none. A building replaces what does not load. */
export function BusinessLogo({ logo, tile, sizes, eager = false }: BusinessLogoProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const src = logo?.src ?? null

  // It may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
  }, [src])

  if (logo && failed !== src) {
    return (
      <div className="logo-tile">
        <img
          ref={image}
          src={logo.src}
          srcSet={logo.webp}
          sizes={sizes}
          width={logo.width}
          height={logo.height}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(src)}
        />
      </div>
    )
  }
  return (
    <div className="logo-tile logo-tile-none">
      {!logo && tile.initials ? (
        <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
          <rect width="64" height="64" fill={tile.colour} />
          <text x="32" y="42" textAnchor="middle">
            {tile.initials}
          </text>
        </svg>
      ) : (
        <Icon of={Building2} />
      )}
    </div>
  )
}
