import { TextField } from '#app/ui/field.tsx'
import { type BusinessChoices, fieldLabels } from '../schema.ts'
import {
  AboutFields,
  ChoiceFields,
  type FormFields,
  LinkField,
  networks,
  optional,
  WhereFields,
} from './business-fields.tsx'

interface ProfileStepProps {
  field: FormFields
  lookups: BusinessChoices
}

/** The fields of the first step: the business and its social links. */
export function ProfileStep({ field, lookups }: ProfileStepProps) {
  return (
    <>
      <AboutFields field={field} rows={5} />
      <ChoiceFields field={field} {...lookups} />
      <fieldset className="wizard-part">
        <legend className="sr-only">Social links</legend>
        <h2>Social links</h2>
        <p className="hint">A web address, or @name where the network has names. Leave out what you don't use.</p>
        <div className="two-fields">
          {networks.map((name) => (
            <LinkField key={name} {...field(name)} label={fieldLabels[name]} type="url" />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** The fields of the second step: how to reach the business, and its address. */
export function ContactStep({ field }: { field: FormFields }) {
  return (
    <>
      <TextField {...field('email')} label={optional('email')} type="email" autoComplete="email" spellCheck={false} />
      <div className="two-fields">
        <TextField
          {...field('businessPhoneNumber')}
          label={optional('businessPhoneNumber')}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...field('websiteUrl')}
          label={optional('websiteUrl')}
          type="url"
          autoComplete="url"
          spellCheck={false}
        />
      </div>
      <fieldset className="wizard-part">
        <legend className="sr-only">Address</legend>
        <h2>Address</h2>
        <p className="hint">
          Town and county are how people find you nearby. Leave the street out if you work from home.
        </p>
        <TextField {...field('streetAddress')} label={optional('streetAddress')} autoComplete="street-address" />
        <div className="two-fields">
          <TextField {...field('city')} label={optional('city')} autoComplete="address-level2" />
          <TextField {...field('county')} label={optional('county')} autoComplete="address-level1" />
          <TextField {...field('postcode')} label={optional('postcode')} autoComplete="postal-code" />
        </div>
        <WhereFields field={field} />
      </fieldset>
    </>
  )
}
