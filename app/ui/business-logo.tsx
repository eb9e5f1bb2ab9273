import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#app/lib/pictures.ts'
import { Icon } from './icon.tsx'

interface BusinessLogoProps {
  logo: Picture | null
  /** The `sizes` attribute. */
  sizes: string
  eager?: boolean
}

/** The logo of a business, or an icon if there is none or it does not load. The name is shown beside it. */
export function BusinessLogo({ logo, sizes, eager = false }: BusinessLogoProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const src = logo?.src ?? null

  // It may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
  }, [src])

  if (!logo || failed === src) {
    return (
      <div className="logo-tile logo-tile-none">
        <Icon of={Building2} />
      </div>
    )
  }
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
