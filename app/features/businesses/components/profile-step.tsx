import { LongTextField, OptionalLabel, SelectField, TextField } from '#app/ui/field.tsx'
import { fieldLabels } from '../schema.ts'
import type { StepFields } from './step-form.tsx'

interface Choice {
  id: number
  name: string
}

interface ProfileStepProps {
  field: StepFields
  lookups: { industries: Choice[]; businessTypes: Choice[] }
}

const optional = (name: keyof typeof fieldLabels) => <OptionalLabel>{fieldLabels[name]}</OptionalLabel>

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
          <LinkField {...field('facebookUrl')} label={fieldLabels.facebookUrl} />
          <LinkField {...field('instagramUrl')} label={fieldLabels.instagramUrl} />
          <LinkField {...field('linkedinUrl')} label={fieldLabels.linkedinUrl} />
          <LinkField {...field('twitterUrl')} label={fieldLabels.twitterUrl} />
          <LinkField {...field('tiktokUrl')} label={fieldLabels.tiktokUrl} />
          <LinkField {...field('youtubeUrl')} label={fieldLabels.youtubeUrl} />
          <LinkField {...field('googleBusinessUrl')} label={fieldLabels.googleBusinessUrl} />
        </div>
      </fieldset>
    </>
  )
}

function ChoiceField({ choices, ...field }: { choices: Choice[] } & Parameters<typeof SelectField>[0]) {
  return (
    <SelectField {...field}>
      <option value="">Not set</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** A link: a type of its own brings the right keyboard; what it must look like is said in our words. */
function LinkField(field: Parameters<typeof TextField>[0]) {
  return <TextField {...field} type="url" inputMode="url" spellCheck={false} />
}
