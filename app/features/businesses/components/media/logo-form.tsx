import type { LogoTile } from '#app/lib/initials.ts'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { PictureUpload } from '#app/ui/picture-upload.tsx'
import { logoRefusal, type Media, messages, pictureBytes } from '../../schema.ts'
import { UndoRemoval, useRemoved } from './undo-removal.tsx'
import '#app/features/businesses/components/my-business.css'
import '#app/features/businesses/components/wizard.css'

interface LogoFormProps {
  media: Media
  /** Shown until there is a logo. */
  tile: LogoTile
  /** The path that pictures are posted to. */
  upload: string
}

/** Uploads, replaces or deletes the logo. */
export function LogoForm({ media: { logo, removed }, tile, upload }: LogoFormProps) {
  const [undoable] = useRemoved(removed.logo)
  return (
    <div className="logo-form">
      <div className="logo-form-tile">
        {undoable ? (
          <div className="logo-tile logo-tile-none">
            <UndoRemoval kind="logo" removedId={undoable.id} />
          </div>
        ) : (
          <BusinessLogo logo={logo} tile={tile} sizes="6rem" eager />
        )}
        {logo && <ButtonForm name="remove-logo" submit="Delete logo" busy="Deleting..." kind="danger" size="small" />}
      </div>
      <div className="logo-form-choice">
        {!logo && <p className="muted">Until you add one, people see your initials.</p>}
        <PictureUpload
          label={logo ? 'Another logo' : 'Logo'}
          hint="JPG, PNG, WEBP, GIF or AVIF, up to 5MB. A square picture looks best."
          name="picture"
          action={`${upload}?kind=logo`}
          maxBytes={pictureBytes}
          stored={messages.logoUploaded}
          refusal={logoRefusal}
        />
      </div>
    </div>
  )
}
