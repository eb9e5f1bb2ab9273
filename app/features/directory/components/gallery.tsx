import type { MouseEvent } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import type { GalleryPicture } from '../schema.ts'
import { PictureUnavailable } from './picture-unavailable.tsx'
import './business.css'
import '#app/ui/listing-page.css'

const Lightbox = lazy(() => import('./lightbox.tsx'))

/** A business's pictures. Each links to its largest file. With JavaScript it opens the lightbox, which is loaded on first use. */
export function Gallery({ pictures, businessName }: { pictures: GalleryPicture[]; businessName: string }) {
  const [open, setOpen] = useState<number | null>(null)
  const opener = useRef<HTMLAnchorElement>(null)

  function show(event: MouseEvent<HTMLAnchorElement>, index: number) {
    // Let the browser open a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    opener.current = event.currentTarget
    setOpen(index)
  }

  function close() {
    setOpen(null)
    opener.current?.focus()
  }

  return (
    <>
      <ul className="gallery" data-count={pictures.length}>
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <a href={picture.src} data-waits="" onClick={(event) => show(event, index)}>
              <span className="sr-only">
                Open picture {index + 1} of {pictures.length}
                {picture.caption && `: ${picture.caption}`}
              </span>
              <ResponsivePicture
                picture={picture}
                alt=""
                sizes={index === 0 ? '(min-width: 60rem) 32rem, 100vw' : '(min-width: 60rem) 16rem, 50vw'}
                fallback={<PictureUnavailable />}
              />
            </a>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <Lightbox pictures={pictures} start={open} businessName={businessName} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
