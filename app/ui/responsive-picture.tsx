import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#app/lib/pictures.ts'

interface ResponsivePictureProps {
  picture: Picture
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** Visible at once, so it is not loaded lazily. */
  eager?: boolean
  /** Shown if the file does not load. */
  fallback: ReactNode
}

/**
 * A stored picture in the size and format that the browser prefers. If it fails to load, even before hydration, `fallback` is
 * shown.
 */
export function ResponsivePicture({ picture, alt, sizes, eager = false, fallback }: ResponsivePictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const { src } = picture

  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
  }, [src])

  if (failed === src) return fallback
  return (
    <picture>
      {picture.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
      <source type="image/webp" srcSet={picture.webp} sizes={sizes} />
      <img
        ref={image}
        src={src}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setFailed(src)}
      />
    </picture>
  )
}
