import { TextField } from '#app/ui/field.tsx'
import { optional } from './field-kinds.tsx'
import type { StepFields } from './step-form.tsx'

/** How customers reach the business, and where it is. */
export function ContactStep({ field }: { field: StepFields }) {
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
      </fieldset>
    </>
  )
}
