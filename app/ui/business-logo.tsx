import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#app/lib/pictures.ts'
import { Icon } from './icon.tsx'

interface BusinessLogoProps {
  logo: Picture | null
  /** Shown width, as the `sizes` attribute says it. */
  sizes: string
  eager?: boolean
}

/** A logo on its tile; a building where there is none or where it does not load. The name beside it says whose it is. */
export function BusinessLogo({ logo, sizes, eager = false }: BusinessLogoProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const src = logo?.src ?? null

  // It may have failed before this script was there to hear of it.
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
