import { pictureTypes } from '#app/lib/pictures.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { FileDrop } from './file-drop.tsx'
import { isFileOf } from './is-file-of.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

interface PictureUploadProps {
  label: string
  hint: string
  /** The name of the field. */
  name: string
  /** The path that the picture is posted to. */
  action: string
  maxBytes: number
  /** The toast once it is stored. */
  stored: ToastMessage
  refusal: (reason: 'type' | 'size') => ToastMessage
}

/** Uploads a single picture, such as a logo. Another one cancels an upload in progress. */
export function PictureUpload({ label, hint, name, action, maxBytes, stored, refusal }: PictureUploadProps) {
  const { uploads, add, refuse, cancel, retry } = useUploads({ address: action, name, stored })
  const addFile = async ([file]: File[]) => {
    if (!file) return
    for (const { id } of uploads) cancel(id)
    if (file.size > maxBytes) return refuse(file, refusal('size'))
    if (!(await isFileOf(file, 'pictures'))) return refuse(file, refusal('type'))
    add([file])
  }
  return (
    <>
      <FileDrop
        label={label}
        hint={hint}
        prompt="Drop a picture here, or choose a file"
        name={name}
        accept={pictureTypes}
        address={action}
        onFiles={addFile}
      />
      <UploadList uploads={uploads} cancel={cancel} retry={retry} />
    </>
  )
}
