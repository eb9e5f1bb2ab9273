import type { Picture } from '#app/lib/pictures.ts'
import { ProductDrawing } from '#app/ui/drawn-things.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'

interface ProductPictureProps {
  picture: Picture | null
  /** Alternative text; empty if the name is shown beside it. */
  alt?: string
  /** The `sizes` attribute. */
  sizes: string
  eager?: boolean
}

/** A square picture of a product, or a drawing if there is none or it does not load. */
export function ProductPictureOrDrawing({ picture, alt = '', sizes, eager = false }: ProductPictureProps) {
  const fallback = <ProductDrawing of="shirt" />
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
