import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import { OptionalFieldLabel, TextField } from '#app/ui/field.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { businessFieldLabels, type OwnBusinessMedia } from '../model.ts'
import type { BusinessFieldPropsGetter } from './business-fields.tsx'
import { BusinessGalleryForm } from './media/gallery-form.tsx'
import { BusinessLogoForm } from './media/logo-form.tsx'

interface DraftPicturesProps {
  media: OwnBusinessMedia
  tile: PlaceholderLogoInitialsAndColour
  /** The path that pictures are posted to. */
  upload: string
  answer: FormRefusal | undefined
}

/** The logo and the gallery of a draft. Each picture is stored as soon as it is uploaded. */
export function BusinessDraftPictureForms({ media, tile, upload, answer }: DraftPicturesProps) {
  return (
    <>
      <section className="wizard-part" aria-labelledby="logo">
        <h2 id="logo">Company Logo</h2>
        <BusinessLogoForm media={media} tile={tile} upload={upload} />
      </section>
      <section className="wizard-part" aria-labelledby="gallery">
        <h2 id="gallery">Gallery</h2>
        <BusinessGalleryForm media={media} upload={upload} where="wizard" answer={answer} />
      </section>
    </>
  )
}

/** The fields of the third step. */
export function BusinessPromoVideoField({ field }: { field: BusinessFieldPropsGetter }) {
  return (
    <fieldset className="wizard-part">
      <legend className="sr-only">Promo video</legend>
      <h2>Promo video</h2>
      <TextField
        {...field('promoVideoUrl')}
        label={<OptionalFieldLabel>Link to the video</OptionalFieldLabel>}
        hint={`A ${businessFieldLabels.youtubeUrl} or Vimeo link plays on your page. Any other web address is shown as a link.`}
        type="url"
        spellCheck={false}
      />
    </fieldset>
  )
}
