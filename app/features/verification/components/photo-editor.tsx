import { RotateCw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { drawTurnedDocumentPhoto } from './edit-photo.ts'
import {
  type DocumentPhotoCropSide,
  type DocumentPhotoEdit,
  documentPhotoEditTurnedRight,
  documentPhotoEditWithSideCropped,
  visiblePartOfDocumentPhoto,
} from './photo-geometry.ts'
import './photo-editor.css'

interface PhotoEditorProps {
  file: File
  edit: DocumentPhotoEdit
  onEdit: (edit: DocumentPhotoEdit) => void
}

/** Pixels of the longer side of the preview. */
const previewSide = 640

const sides: [side: DocumentPhotoCropSide, label: string][] = [
  ['top', 'Top'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
  ['left', 'Left'],
]

/** Shows a chosen photo, and turns and crops it. Shows nothing for a picture that this browser cannot read, such as HEIC in some. */
export function DocumentPhotoEditor({ file, edit, onEdit }: PhotoEditorProps) {
  const picture = usePicture(file)
  const canvas = useRef<HTMLCanvasElement>(null)
  const id = useId()
  useEffect(() => {
    if (picture && canvas.current) drawPreview(canvas.current, picture, edit)
  }, [picture, edit])
  if (!picture) return null
  return (
    <div className="photo-editor">
      <canvas ref={canvas} role="img" aria-label={describe(file.name, edit)} />
      <Button kind="secondary" size="small" onClick={() => onEdit(documentPhotoEditTurnedRight(edit))}>
        <Icon of={RotateCw} size="small" />
        Rotate<span className="sr-only"> {file.name} to the right</span>
      </Button>
      <details className="disclosure">
        <summary>
          <span>
            Crop<span className="sr-only"> {file.name}</span>
          </span>
        </summary>
        <div className="photo-editor-sides">
          {sides.map(([side, label]) => (
            <div key={side}>
              <label htmlFor={`${id}-${side}`}>{label}</label>
              <input
                id={`${id}-${side}`}
                type="range"
                min={0}
                max={90}
                step={1}
                value={Math.round(edit.crop[side] * 100)}
                aria-valuetext={`${Math.round(edit.crop[side] * 100)}% cut off`}
                onChange={(event) =>
                  onEdit(documentPhotoEditWithSideCropped(edit, side, Number(event.currentTarget.value) / 100))
                }
              />
            </div>
          ))}
        </div>
      </details>
    </div>
  )
}

function describe(name: string, { turns, crop }: DocumentPhotoEdit): string {
  const isCropped = Object.values(crop).some((share) => share > 0)
  return [name, turns > 0 && `rotated by ${turns * 90} degrees`, isCropped && 'cropped'].filter(Boolean).join(', ')
}

/** The picture in a file, upright as its camera says; null until it is read, and for one that this browser cannot read. */
function usePicture(file: File): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    let isGone = false
    createImageBitmap(file, { resizeWidth: previewSide, resizeQuality: 'medium' }).then(
      (read) => {
        if (!isGone) setPicture(read)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [file])
  return picture
}

/** Draws the turned picture; what is cut off is pale. */
function drawPreview(canvas: HTMLCanvasElement, picture: ImageBitmap, edit: DocumentPhotoEdit): void {
  const scale = Math.min(1, previewSide / Math.max(picture.width, picture.height))
  const context = drawTurnedDocumentPhoto(canvas, picture, edit.turns, scale)
  if (!context) return
  const { x, y, width, height } = visiblePartOfDocumentPhoto(
    { width: picture.width * scale, height: picture.height * scale },
    edit,
  )
  context.beginPath()
  context.rect(0, 0, canvas.width, canvas.height)
  context.rect(x, y, width, height)
  context.fillStyle = 'rgb(251 248 241 / 80%)'
  context.fill('evenodd')
}
