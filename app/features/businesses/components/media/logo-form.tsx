import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { SinglePictureUpload } from '#app/ui/picture-upload.tsx'
import { businessPictureMaximumBytes, logoRefusedToast, type OwnBusinessMedia, ownBusinessToasts } from '../../model.ts'

interface LogoFormProps {
  media: OwnBusinessMedia
  /** Shown until there is a logo. */
  tile: PlaceholderLogoInitialsAndColour
  /** The path that pictures are posted to. */
  upload: string
}

/** Uploads, replaces or deletes the logo. */
export function BusinessLogoForm({ media: { logo, removed }, tile, upload }: LogoFormProps) {
  return (
    <SinglePictureUpload
      what="logo"
      shown={<BusinessLogo logo={logo} tile={tile} sizes="6rem" eager />}
      hasPicture={logo !== null}
      removed={removed.logo}
      forms={{ remove: 'remove-logo', undo: 'undo-logo' }}
      removeLabel="Delete logo"
      label={logo ? 'Another logo' : 'Logo'}
      hint={`${logo ? '' : 'Until you add one, people see your initials. '}JPG, PNG, WEBP, GIF or AVIF, up to 5MB. A square picture looks best.`}
      name="picture"
      action={`${upload}?kind=logo`}
      maxBytes={businessPictureMaximumBytes}
      stored={ownBusinessToasts.logoUploaded}
      refusal={logoRefusedToast}
    />
  )
}
