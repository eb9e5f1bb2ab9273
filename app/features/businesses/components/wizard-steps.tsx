import { useEffect, useState } from 'react'
import { OptionalFieldLabel, TextField } from '#app/ui/field.tsx'
import { type BusinessFormChoices, businessFieldLabels, businessSocialFieldNames } from '../model.ts'
import {
  BusinessAboutFields,
  type BusinessFieldPropsGetter,
  BusinessIndustryTypeAndTradeFields,
  BusinessLinkField,
  BusinessServiceAreaFields,
  BusinessServicesField,
  callButtonNumberHint,
  optionalBusinessFieldLabel,
} from './business-fields.tsx'

interface ProfileStepProps {
  field: BusinessFieldPropsGetter
  lookups: BusinessFormChoices
}

/** The fields of the first step: the business and its social links. */
export function BusinessWizardProfileStepFields({ field, lookups }: ProfileStepProps) {
  return (
    <>
      <BusinessAboutFields field={field} rows={5} />
      <BusinessServicesField field={field} />
      <BusinessIndustryTypeAndTradeFields field={field} {...lookups} />
      <SocialLinks field={field} />
    </>
  )
}

/** The social links, folded while there are none. */
function SocialLinks({ field }: { field: BusinessFieldPropsGetter }) {
  const fields = businessSocialFieldNames.map((name) => ({ ...field(name), label: businessFieldLabels[name] }))
  const isFaulty = fields.some(({ error }) => error)
  const [isOpen, setIsOpen] = useState(isFaulty || fields.some(({ defaultValue }) => defaultValue !== ''))
  useEffect(() => {
    if (isFaulty) setIsOpen(true)
  }, [isFaulty])
  return (
    <details className="disclosure" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span>
          <OptionalFieldLabel>Social links</OptionalFieldLabel>
        </span>
      </summary>
      <p className="hint">Enter web addresses, or @name for networks that use names. Leave blank what you don't use.</p>
      <div className="two-fields">
        {fields.map((each) => (
          <BusinessLinkField key={each.name} {...each} type="url" />
        ))}
      </div>
    </details>
  )
}

interface ContactStepProps {
  field: BusinessFieldPropsGetter
  /** Whether email and phone are filled in from the account. */
  isSuggested: boolean
  /** What Call will dial. */
  dials: string | null
}

/** The fields of the second step: how to reach the business, and its address. */
export function BusinessWizardContactStepFields({ field, isSuggested, dials }: ContactStepProps) {
  return (
    <>
      {isSuggested && (
        <p className="hint">
          Email and phone number are filled in from your account. Everyone can see them on your page, so change or clear
          what you want to keep private.
        </p>
      )}
      <TextField
        {...field('email')}
        label={optionalBusinessFieldLabel('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <div className="two-fields">
        <TextField
          {...field('businessPhoneNumber')}
          hint={callButtonNumberHint(dials)}
          label={optionalBusinessFieldLabel('businessPhoneNumber')}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...field('websiteUrl')}
          label={optionalBusinessFieldLabel('websiteUrl')}
          type="url"
          autoComplete="url"
          spellCheck={false}
        />
      </div>
      <fieldset className="wizard-part">
        <legend className="sr-only">Address</legend>
        <h2>Address</h2>
        <p className="hint">People nearby find you by town and county. Leave the street blank if you work from home.</p>
        <TextField
          {...field('streetAddress')}
          label={optionalBusinessFieldLabel('streetAddress')}
          autoComplete="street-address"
        />
        <div className="two-fields">
          <TextField {...field('city')} label={optionalBusinessFieldLabel('city')} autoComplete="address-level2" />
          <TextField {...field('county')} label={optionalBusinessFieldLabel('county')} autoComplete="address-level1" />
          <TextField {...field('postcode')} label={optionalBusinessFieldLabel('postcode')} autoComplete="postal-code" />
        </div>
        <BusinessServiceAreaFields field={field} />
      </fieldset>
    </>
  )
}
