import { LongTextField, TextField } from '#app/ui/field.tsx'
import { fieldLabels } from '../schema.ts'
import { type Choice, ChoiceField, LinkField, optional } from './field-kinds.tsx'
import type { StepFields } from './step-form.tsx'

interface ProfileStepProps {
  field: StepFields
  lookups: { industries: Choice[]; businessTypes: Choice[] }
}

/** What the business is, and where it can be followed. */
export function ProfileStep({ field, lookups }: ProfileStepProps) {
  return (
    <>
      <TextField {...field('name')} label={fieldLabels.name} autoComplete="organization" required />
      <TextField
        {...field('tagline')}
        label={optional('tagline')}
        hint="One line that says what you do. Shown on your card in the directory."
      />
      <LongTextField
        {...field('description')}
        label={optional('description')}
        hint="What you do, for whom, and how your service shaped it."
        rows={5}
      />
      <div className="two-fields">
        <ChoiceField {...field('industryId')} label={optional('industryId')} choices={lookups.industries} />
        <ChoiceField {...field('businessTypeId')} label={optional('businessTypeId')} choices={lookups.businessTypes} />
      </div>
      <fieldset className="wizard-part">
        <legend className="sr-only">Social links</legend>
        <h2>Social links</h2>
        <p className="hint">An address, or @name where the network has names. Leave out what you do not use.</p>
        <div className="two-fields">
          <LinkField {...field('facebookUrl')} label={fieldLabels.facebookUrl} type="url" />
          <LinkField {...field('instagramUrl')} label={fieldLabels.instagramUrl} type="url" />
          <LinkField {...field('linkedinUrl')} label={fieldLabels.linkedinUrl} type="url" />
          <LinkField {...field('twitterUrl')} label={fieldLabels.twitterUrl} type="url" />
          <LinkField {...field('tiktokUrl')} label={fieldLabels.tiktokUrl} type="url" />
          <LinkField {...field('youtubeUrl')} label={fieldLabels.youtubeUrl} type="url" />
          <LinkField {...field('googleBusinessUrl')} label={fieldLabels.googleBusinessUrl} type="url" />
        </div>
      </fieldset>
    </>
  )
}
