import type { FormEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pictureTypes } from '#app/lib/pictures.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { isFileOf } from '#app/ui/is-file-of.ts'
import { sendFile } from '#app/ui/send-file.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { avatarBytes, avatarMessages, avatarPath } from '../schema.ts'
import './profile.css'
import '#app/ui/progress.css'
import '#app/ui/file-drop.css'

/** Uploads or removes the member's picture. */
export function AvatarForm({ hasPicture }: { hasPicture: boolean }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const toast = useToast()
  const { revalidate } = useRevalidator()

  /** Says so on choosing where it is none, and where it is too large. */
  const isPicture = async (file: File): Promise<boolean> => {
    const problem =
      file.size > avatarBytes ? avatarMessages.size : !(await isFileOf(file, 'pictures')) ? avatarMessages.type : null
    if (problem) toast(problem)
    return problem === null
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (progress !== null) return
    const fields = new FormData(event.currentTarget)
    const file = fields.get('avatar')
    if (!(file instanceof File) || !(await isPicture(file))) return
    setProgress(0)
    const answer = await sendFile(avatarPath, fields, { onProgress: setProgress })
    setProgress(null)
    if (!answer) return
    toast(answer.toast)
    if (answer.toast.bad) return
    form.current?.reset()
    await revalidate()
  }

  return (
    <>
      <form
        ref={form}
        className="form-frame"
        method="post"
        action={avatarPath}
        encType="multipart/form-data"
        onSubmit={send}
      >
        <div className="field">
          <label className="label" htmlFor={id}>
            {hasPicture ? 'Another picture' : 'Picture'}
          </label>
          <p className="hint" id={`${id}-hint`}>
            JPG, PNG, WEBP, GIF or AVIF, up to 5MB. It is cut to a square.
          </p>
          <input
            id={id}
            className="input file-input"
            type="file"
            name="avatar"
            accept={pictureTypes}
            aria-describedby={`${id}-hint`}
            required
            onChange={({ currentTarget: { files } }) => files?.[0] && void isPicture(files[0])}
          />
        </div>
        {progress !== null && (
          <div className="upload-progress">
            <label htmlFor={`${id}-progress`}>Uploading</label>
            <progress id={`${id}-progress`} value={progress} max={100} />
            <span className="num" aria-hidden="true">
              {progress}%
            </span>
          </div>
        )}
        <div>
          <SubmitButton kind="secondary" busy={progress !== null} busyLabel="Uploading...">
            Upload picture
          </SubmitButton>
        </div>
      </form>
      {hasPicture && (
        <ButtonForm name="remove-avatar" submit="Remove picture" busy="Removing..." kind="danger" size="small" />
      )}
    </>
  )
}
