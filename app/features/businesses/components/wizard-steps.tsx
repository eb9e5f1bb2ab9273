import { useEffect, useState } from 'react'
import { OptionalLabel, TextField } from '#app/ui/field.tsx'
import { type BusinessChoices, businessFieldLabels, socialFieldNames } from '../model.ts'
import {
  AboutFields,
  ChoiceFields,
  dialHint,
  type FormFields,
  LinkField,
  optionalProps,
  ServicesField,
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
      <ServicesField field={field} />
      <ChoiceFields field={field} {...lookups} />
      <SocialLinks field={field} />
    </>
  )
}

/** The social links, folded while there are none. */
function SocialLinks({ field }: { field: FormFields }) {
  const fields = socialFieldNames.map((name) => ({ ...field(name), label: businessFieldLabels[name] }))
  const isFaulty = fields.some(({ error }) => error)
  const [isOpen, setIsOpen] = useState(isFaulty || fields.some(({ defaultValue }) => defaultValue !== ''))
  useEffect(() => {
    if (isFaulty) setIsOpen(true)
  }, [isFaulty])
  return (
    <details className="disclosure" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span>
          <OptionalLabel>Social links</OptionalLabel>
        </span>
      </summary>
      <p className="hint">Enter web addresses, or @name for networks that use names. Leave blank what you don't use.</p>
      <div className="two-fields">
        {fields.map((each) => (
          <LinkField key={each.name} {...each} type="url" />
        ))}
      </div>
    </details>
  )
}

interface ContactStepProps {
  field: FormFields
  /** Whether email and phone are filled in from the account. */
  isSuggested: boolean
  /** What Call will dial. */
  dials: string | null
}

/** The fields of the second step: how to reach the business, and its address. */
export function ContactStep({ field, isSuggested, dials }: ContactStepProps) {
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
        label={optionalProps('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <div className="two-fields">
        <TextField
          {...field('businessPhoneNumber')}
          hint={dialHint(dials)}
          label={optionalProps('businessPhoneNumber')}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...field('websiteUrl')}
          label={optionalProps('websiteUrl')}
          type="url"
          autoComplete="url"
          spellCheck={false}
        />
      </div>
      <fieldset className="wizard-part">
        <legend className="sr-only">Address</legend>
        <h2>Address</h2>
        <p className="hint">People nearby find you by town and county. Leave the street blank if you work from home.</p>
        <TextField {...field('streetAddress')} label={optionalProps('streetAddress')} autoComplete="street-address" />
        <div className="two-fields">
          <TextField {...field('city')} label={optionalProps('city')} autoComplete="address-level2" />
          <TextField {...field('county')} label={optionalProps('county')} autoComplete="address-level1" />
          <TextField {...field('postcode')} label={optionalProps('postcode')} autoComplete="postal-code" />
        </div>
        <WhereFields field={field} />
      </fieldset>
    </>
  )
}
