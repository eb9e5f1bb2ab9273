import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import type { KeyboardEvent, TouchEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import type { PublicBusinessGalleryPicture } from '../model.ts'
import { PictureUnavailablePlaceholder } from './picture-unavailable.tsx'
import './lightbox.css'

/** How many pixels a finger must move sideways to change the picture. */
const swipeDistance = 48

interface LightboxProps {
  pictures: PublicBusinessGalleryPicture[]
  /** Index of the picture it opens with. */
  start: number
  businessName: string
  onClose: () => void
}

/** Shows one picture at a time in the whole window. A native dialog, which traps focus and closes with Escape. */
export default function Lightbox({ pictures, start, businessName, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const touch = useRef<{ x: number; y: number } | null>(null)
  const [index, setIndex] = useState(start)
  const count = pictures.length
  const picture = pictures[index]

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const show = (by: number) => setIndex((before) => (before + by + count) % count)

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') show(-1)
    else if (event.key === 'ArrowRight') show(1)
    else return
    event.preventDefault()
  }

  function onTouchStart(event: TouchEvent) {
    const finger = event.touches[0]
    // Two fingers zoom.
    touch.current = finger && event.touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
  }

  function onTouchEnd(event: TouchEvent) {
    const finger = event.changedTouches[0]
    if (!touch.current || !finger) return
    const across = finger.clientX - touch.current.x
    const down = finger.clientY - touch.current.y
    touch.current = null
    const zoomed = (window.visualViewport?.scale ?? 1) > 1
    if (zoomed || Math.abs(across) < swipeDistance || Math.abs(across) < Math.abs(down)) return
    show(across < 0 ? 1 : -1)
  }

  if (!picture) return null
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={`Gallery of ${businessName}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={onTouchStart}
      onTouchEnd={onTouchEnd}
    >
      <div className="lightbox-head">
        <p className="num" aria-live="polite">
          {index + 1} of {count}
        </p>
        <Button className="btn-icon" onClick={() => dialog.current?.close()} aria-label="Close gallery">
          <Icon of={X} />
        </Button>
      </div>
      <div className={count > 1 ? 'lightbox-stage' : 'lightbox-stage lightbox-single'}>
        <div className="lightbox-picture">
          <ResponsivePicture
            key={picture.id}
            picture={picture}
            alt={picture.caption ?? `Picture ${index + 1} of ${businessName}`}
            sizes="100vw"
            eager
            fallback={<PictureUnavailablePlaceholder />}
          />
        </div>
        {count > 1 && (
          <>
            <Button className="btn-icon lightbox-previous" onClick={() => show(-1)} aria-label="Previous picture">
              <Icon of={ChevronLeft} size="large" />
            </Button>
            <Button className="btn-icon lightbox-next" onClick={() => show(1)} aria-label="Next picture">
              <Icon of={ChevronRight} size="large" />
            </Button>
          </>
        )}
      </div>
      <p className="lightbox-caption">{picture.caption}</p>
    </dialog>
  )
}
