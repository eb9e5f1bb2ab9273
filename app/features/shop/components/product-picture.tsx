import type { Picture } from '#app/lib/pictures.ts'
import { DrawnThing } from '#app/ui/drawn-things.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'

interface ProductPictureProps {
  picture: Picture | null
  /** What it shows; empty where its name stands beside it. */
  alt?: string
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string
  eager?: boolean
}

/** A square picture of a product; a drawn shirt where there is none, or where it does not load. */
export function ProductPicture({ picture, alt = '', sizes, eager = false }: ProductPictureProps) {
  const fallback = <DrawnThing of="shirt" />
  return (
    <div className={picture ? 'product-picture' : 'product-picture contours contours-slot'}>
      {picture ? (
        <ResponsivePicture picture={picture} alt={alt} sizes={sizes} eager={eager} fallback={fallback} />
      ) : (
        fallback
      )}
    </div>
  )
}
