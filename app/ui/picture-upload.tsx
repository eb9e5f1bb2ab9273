import type { ReactNode } from 'react'
import type { FormName } from '#app/lib/form-names.ts'
import { acceptedPictureTypes } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { FileDrop } from './file-drop.tsx'
import { ButtonForm } from './form-frame.tsx'
import { isFileOfAcceptedType } from './is-file-of.ts'
import { UndoPictureRemovalButton, useStillUndoableRemovedPictures } from './undo-removal.tsx'
import { UploadList } from './upload-list.tsx'
import { useFileUploads } from './use-uploads.ts'
import './picture-upload.css'

interface PictureUploadProps {
  /** What it is, in the middle of a sentence. */
  what: 'picture' | 'logo' | 'cover'
  /** What is shown of it now, also where there is none. */
  shown: ReactNode
  hasPicture: boolean
  /** What can be brought back. */
  removed: UndoableRemovedPicture | null
  forms: { remove: FormName; undo: FormName }
  removeLabel: string
  label: string
  hint: ReactNode
  /** The name of the field. */
  name: string
  /** The path that the picture is posted to. */
  action: string
  maxBytes: number
  /** The toast once it is stored. */
  stored: ToastMessage
  refusal: (reason: 'type' | 'size') => ToastMessage
}

/**
 * The picture of which there is one: a chosen one is uploaded at once, and takes the place of the one before when it is stored. That one can be
 * brought back for a while, as can one that was deleted. Another choice cancels an upload in progress.
 */
export function SinglePictureUpload(props: PictureUploadProps) {
  const { what, shown, hasPicture, forms, removeLabel, label, hint, name, action, maxBytes, stored, refusal } = props
  const { uploads, add, refuse, cancel, retry } = useFileUploads({ address: action, name, stored })
  const [removed] = useStillUndoableRemovedPictures(props.removed ? [props.removed] : [])
  const addFile = async ([file]: File[]) => {
    if (!file) return
    for (const { id } of uploads) cancel(id)
    if (file.size > maxBytes) return refuse(file, refusal('size'))
    if (!(await isFileOfAcceptedType(file, 'pictures'))) return refuse(file, refusal('type'))
    add([file])
  }
  return (
    <div className="picture-upload">
      <div className="picture-upload-shown">
        {shown}
        {removed && (
          <div className="picture-upload-undo">
            <p className="muted" role="status">
              {hasPicture ? 'Replaced.' : 'Deleted.'}
            </p>
            <UndoPictureRemovalButton
              key={removed.id}
              name={forms.undo}
              removedId={removed.id}
              what={`${hasPicture ? 'replacing' : 'deleting'} the ${what}`}
            />
          </div>
        )}
        {hasPicture && (
          <ButtonForm name={forms.remove} submit={removeLabel} busy="Deleting..." kind="danger" size="small" />
        )}
      </div>
      <div className="picture-upload-choice">
        <FileDrop
          label={label}
          hint={hint}
          prompt="Drop a picture here, or choose a file"
          name={name}
          accept={acceptedPictureTypes}
          address={action}
          onFiles={addFile}
        />
        <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      </div>
    </div>
  )
}
