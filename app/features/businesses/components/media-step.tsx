import type { LogoTile } from '#app/lib/initials.ts'
import { OptionalLabel, TextField } from '#app/ui/field.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { businessFieldLabels, type Media } from '../model.ts'
import type { FormFields } from './business-fields.tsx'
import { GalleryForm } from './media/gallery-form.tsx'
import { LogoForm } from './media/logo-form.tsx'

interface DraftPicturesProps {
  media: Media
  tile: LogoTile
  /** The path that pictures are posted to. */
  upload: string
  answer: FormAnswer | undefined
}

/** The logo and the gallery of a draft. Each picture is stored as soon as it is uploaded. */
export function DraftPictures({ media, tile, upload, answer }: DraftPicturesProps) {
  return (
    <>
      <section className="wizard-part" aria-labelledby="logo">
        <h2 id="logo">Company Logo</h2>
        <LogoForm media={media} tile={tile} upload={upload} />
      </section>
      <section className="wizard-part" aria-labelledby="gallery">
        <h2 id="gallery">Gallery</h2>
        <GalleryForm media={media} upload={upload} where="wizard" answer={answer} />
      </section>
    </>
  )
}

/** The fields of the third step. */
export function MediaStep({ field }: { field: FormFields }) {
  return (
    <fieldset className="wizard-part">
      <legend className="sr-only">Promo video</legend>
      <h2>Promo video</h2>
      <TextField
        {...field('promoVideoUrl')}
        label={<OptionalLabel>Link to the video</OptionalLabel>}
        hint={`A ${businessFieldLabels.youtubeUrl} or Vimeo link plays on your page. Any other web address is shown as a link.`}
        type="url"
        spellCheck={false}
      />
    </fieldset>
  )
}
