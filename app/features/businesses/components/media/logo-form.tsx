import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { logoRefusal, type Media, messages, pictureBytes, pictureTypes } from '../../schema.ts'
import { UndoRemoval, useRemoved } from './undo-removal.tsx'

interface LogoFormProps {
  media: Media
  /** The path that pictures are posted to. */
  upload: string
}

/** Uploads, replaces or deletes the logo. */
export function LogoForm({ media: { logo, removed }, upload }: LogoFormProps) {
  const action = `${upload}?kind=logo`
  const { uploads, add, refuse, cancel, retry } = useUploads({
    address: action,
    name: 'picture',
    stored: messages.logoUploaded,
  })
  const [undoable] = useRemoved(removed.logo)
  const addFile = ([file]: File[]) => {
    if (!file) return
    for (const { id } of uploads) cancel(id)
    if (!file.type.startsWith('image/')) return refuse(file, logoRefusal('type'))
    if (file.size > pictureBytes) return refuse(file, logoRefusal('size'))
    add([file])
  }
  return (
    <div className="logo-form">
      <div className="logo-form-tile">
        {undoable ? (
          <div className="logo-tile logo-tile-none">
            <UndoRemoval kind="logo" removedId={undoable.id} />
          </div>
        ) : (
          <BusinessLogo logo={logo} sizes="6rem" eager />
        )}
        {logo && <ButtonForm name="remove-logo" submit="Delete logo" busy="Deleting..." kind="danger" size="small" />}
      </div>
      <div className="logo-form-choice">
        <FileDrop
          label={logo ? 'Another logo' : 'Logo'}
          hint="JPG, PNG, WEBP, GIF or AVIF, up to 5MB. A square picture looks best."
          prompt="Drop a picture here, or choose a file"
          name="picture"
          accept={pictureTypes}
          address={action}
          onFiles={addFile}
        />
        <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      </div>
    </div>
  )
}
