import { CircleAlert, Upload as UploadIcon } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { useHydrated } from './use-hydrated.ts'
import './file-drop.css'

interface FileDropProps {
  /** The id of the control, if something links to it. */
  id?: string | undefined
  label: string
  hint: ReactNode
  error?: string | undefined
  /** The text in the middle. */
  prompt: string
  /** The name of the field. */
  name: string
  /** The `accept` attribute. */
  accept: string
  /** Allows several files, with JavaScript. */
  several?: boolean
  /** The action of the form without JavaScript. */
  address: string
  onFiles: (files: File[]) => void
  /** Further fields without JavaScript. */
  children?: ReactNode
}

/** An area to choose or drop files. Without JavaScript it is a form for one file. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, error, prompt, name, accept, several = false, address, onFiles, children } = props
  const made = useId()
  const id = props.id ?? made
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const take = (files: FileList | null) => {
    if (files?.length) onFiles(several ? [...files] : [...files].slice(0, 1))
    if (input.current) input.current.value = ''
  }
  // Files that were chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over.
  useEffect(() => take(input.current?.files ?? null), [])

  const drag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <form className={error ? 'field field-bad' : 'field'} method="post" action={address} encType="multipart/form-data">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon of={CircleAlert} size="small" />
          {error}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short way to what the control in it does. */}
      <div
        className={over ? 'file-drop is-over' : 'file-drop'}
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
          <b className="needs-script">{prompt}</b>
          <input
            ref={input}
            id={id}
            className="file-input"
            type="file"
            name={name}
            accept={accept}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            {...(error && { 'aria-invalid': true })}
            multiple={several && hydrated}
            required
            onChange={(event) => take(event.currentTarget.files)}
          />
          <noscript>
            {children}
            <Button type="submit" kind="secondary" size="small">
              Upload
            </Button>
          </noscript>
        </div>
      </div>
    </form>
  )
}
