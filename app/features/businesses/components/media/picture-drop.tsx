import { Upload as UploadIcon } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { pictureTypes } from '../../schema.ts'

interface PictureDropProps {
  label: string
  hint: string
  /** Several files at once, where a script sends them. */
  several?: boolean
  /** Where a form goes that no script sends. */
  address: string
  onFiles: (files: File[]) => void
}

/** Where pictures are chosen, or dropped. Without a script it is a form that sends one. */
export function PictureDrop({ label, hint, several = false, address, onFiles }: PictureDropProps) {
  const id = useId()
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const take = (files: FileList | null) => {
    if (files?.length) onFiles(several ? [...files] : [...files].slice(0, 1))
    if (input.current) input.current.value = ''
  }
  // What was chosen before this script was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over.
  useEffect(() => take(input.current?.files ?? null), [])

  const drag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <form className="field" method="post" action={address} encType="multipart/form-data">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short way to what the control in it does. */}
      <div
        className={over ? 'picture-drop is-over' : 'picture-drop'}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files)
        }}
      >
        <Icon of={UploadIcon} size="large" />
        <div>
          <b className="needs-script">
            {several ? 'Drop pictures here, or choose them' : 'Drop a picture here, or choose it'}
          </b>
          <input
            ref={input}
            id={id}
            className="file-input"
            type="file"
            name="picture"
            accept={pictureTypes}
            aria-describedby={`${id}-hint`}
            multiple={several && hydrated}
            required
            onChange={(event) => take(event.currentTarget.files)}
          />
          <noscript>
            <Button type="submit" kind="secondary" size="small">
              Upload
            </Button>
          </noscript>
        </div>
      </div>
    </form>
  )
}
