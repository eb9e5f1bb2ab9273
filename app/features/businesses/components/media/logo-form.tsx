import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { logoRefusal, type Media, messages, pictureBytes } from '../../schema.ts'
import { PictureDrop } from './picture-drop.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

interface LogoFormProps {
  logo: Media['logo']
  /** Where pictures are sent to. */
  upload: string
}

/** Puts up a logo, replaces it, or takes it away. */
export function LogoForm({ logo, upload }: LogoFormProps) {
  const address = `${upload}?kind=logo`
  const { uploads, add, refuse, cancel, retry } = useUploads({ address, stored: messages.logoUploaded })
  const take = ([file]: File[]) => {
    if (!file) return
    for (const { id } of uploads) cancel(id)
    if (!file.type.startsWith('image/')) return refuse(file, logoRefusal('type'))
    if (file.size > pictureBytes) return refuse(file, logoRefusal('size'))
    add([file])
  }
  return (
    <div className="logo-form">
      <div className="logo-form-tile">
        <BusinessLogo logo={logo} sizes="6rem" eager />
        {logo && <ButtonForm name="remove-logo" submit="Delete logo" busy="Deleting..." kind="danger" size="small" />}
      </div>
      <div className="logo-form-choice">
        <PictureDrop
          label={logo ? 'Another logo' : 'Logo'}
          hint="JPG, PNG, WEBP, GIF or AVIF, up to 5MB. A square one looks best."
          address={address}
          onFiles={take}
        />
        <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      </div>
    </div>
  )
}
