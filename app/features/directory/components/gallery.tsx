import type { MouseEvent, ReactNode } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import type { PublicBusinessGalleryPicture } from '../model.ts'
import { PictureUnavailablePlaceholder } from './picture-unavailable.tsx'
import './business.css'
import '#app/ui/listing-page.css'

const Lightbox = lazy(() => import('./lightbox.tsx'))

/** The lightbox of a business's pictures, which is loaded on first use: what a click on one does, and the dialog while it is open. */
export function useBusinessLightbox(
  pictures: PublicBusinessGalleryPicture[],
  businessName: string,
): { show: (event: MouseEvent<HTMLAnchorElement>, index: number) => void; dialog: ReactNode } {
  /** `number` tells one opening from the next: a dialog that closed says so a moment later. */
  const [open, setOpen] = useState<{ index: number; number: number } | null>(null)
  const opener = useRef<HTMLAnchorElement>(null)

  function show(event: MouseEvent<HTMLAnchorElement>, index: number) {
    // Let the browser open a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    opener.current = event.currentTarget
    setOpen((before) => ({ index, number: (before?.number ?? 0) + 1 }))
  }

  function close() {
    setOpen(null)
    opener.current?.focus()
  }

  return {
    show,
    dialog: open !== null && (
      <Suspense>
        <Lightbox
          key={open.number}
          pictures={pictures}
          start={open.index}
          businessName={businessName}
          onClose={close}
        />
      </Suspense>
    ),
  }
}

interface PictureLinkProps {
  pictures: PublicBusinessGalleryPicture[]
  index: number
  /** The `sizes` attribute. */
  sizes: string
  eager?: boolean
  show: (event: MouseEvent<HTMLAnchorElement>, index: number) => void
}

/** A picture that links to its largest file. With JavaScript it opens the lightbox. */
export function BusinessPictureLink({ pictures, index, sizes, eager = false, show }: PictureLinkProps) {
  const picture = pictures[index]
  if (!picture) return null
  return (
    <a className="picture-link" href={picture.src} data-waits="" onClick={(event) => show(event, index)}>
      <span className="sr-only">
        Open picture {index + 1} of {pictures.length}
        {picture.caption && `: ${picture.caption}`}
      </span>
      <ResponsivePicture
        picture={picture}
        alt=""
        sizes={sizes}
        eager={eager}
        fallback={<PictureUnavailablePlaceholder />}
      />
    </a>
  )
}

/** The pictures after the first, which is at the head of the page. */
export function BusinessGalleryPictureList({ pictures, show }: Pick<PictureLinkProps, 'pictures' | 'show'>) {
  return (
    <ul className="gallery">
      {pictures.slice(1).map(({ id }, index) => (
        <li key={id}>
          <BusinessPictureLink
            pictures={pictures}
            index={index + 1}
            sizes="(min-width: 60rem) 22rem, (min-width: 34rem) 50vw, 100vw"
            show={show}
          />
        </li>
      ))}
    </ul>
  )
}
