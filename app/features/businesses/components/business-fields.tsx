import { useState } from 'react'
import { LongTextField, TextField } from '#app/ui/field.tsx'
import { companyRegisterUrl } from '../rules.ts'
import { fieldLabels, messages } from '../schema.ts'
import { type Choice, ChoiceField, LinkField, optional } from './field-kinds.tsx'
import type { SectionFields } from './section-form.tsx'

interface FieldsProps {
  field: SectionFields
}

/** What the business is. */
export function BasicFields({
  field,
  industries,
  businessTypes,
}: FieldsProps & Record<'industries' | 'businessTypes', Choice[]>) {
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
        rows={6}
      />
      <LongTextField
        {...field('productsServices')}
        label={optional('productsServices')}
        hint="One to a line. The first stands at the top of your page."
        rows={5}
      />
      <div className="two-fields">
        <ChoiceField {...field('industryId')} label={optional('industryId')} choices={industries} />
        <ChoiceField {...field('businessTypeId')} label={optional('businessTypeId')} choices={businessTypes} />
      </div>
      <CompanyNumberField {...field('companyNumber')} />
    </>
  )
}

/**
 * The number at Companies House: said to look odd where it does, never refused for it. It is said while it is typed: what
 * comes or goes when the field is left would take the button away from under the pointer.
 */
function CompanyNumberField(field: ReturnType<SectionFields>) {
  const [number, setNumber] = useState(field.defaultValue)
  const register = companyRegisterUrl(number)
  const isOdd = number.trim() !== '' && !register
  return (
    <div className="company-number">
      <TextField
        {...field}
        label={optional('companyNumber')}
        spellCheck={false}
        autoCapitalize="characters"
        onChange={(event) => setNumber(event.currentTarget.value)}
        {...(isOdd && { hint: messages.companyNumberHint })}
      />
      {register && (
        <p className="hint">
          <a href={register} rel="noopener noreferrer">
            See it in the register of Companies House
          </a>
        </p>
      )}
    </div>
  )
}

/** How customers reach the business. */
export function ContactFields({ field }: FieldsProps) {
  return (
    <>
      <TextField {...field('email')} label={optional('email')} type="email" autoComplete="email" spellCheck={false} />
      <TextField
        {...field('businessPhoneNumber')}
        label={optional('businessPhoneNumber')}
        type="tel"
        autoComplete="tel"
      />
      <LinkField {...field('websiteUrl')} label={optional('websiteUrl')} autoComplete="url" autoCapitalize="none" />
    </>
  )
}

/** Where it is. */
export function AddressFields({ field }: FieldsProps) {
  return (
    <>
      <TextField {...field('streetAddress')} label={optional('streetAddress')} autoComplete="street-address" />
      <div className="two-fields">
        <TextField {...field('city')} label={optional('city')} autoComplete="address-level2" />
        <TextField {...field('county')} label={optional('county')} autoComplete="address-level1" />
      </div>
      <div className="two-fields">
        <TextField {...field('postcode')} label={optional('postcode')} autoComplete="postal-code" />
      </div>
    </>
  )
}

const networks = [
  'facebookUrl',
  'instagramUrl',
  'linkedinUrl',
  'twitterUrl',
  'tiktokUrl',
  'youtubeUrl',
  'googleBusinessUrl',
] as const

/** Where it can be followed and seen. */
export function SocialFields({ field }: FieldsProps) {
  return (
    <>
      <div className="two-fields">
        {networks.map((name) => (
          <LinkField key={name} {...field(name)} label={optional(name)} autoCapitalize="none" />
        ))}
      </div>
      <LinkField
        {...field('promoVideoUrl')}
        label={optional('promoVideoUrl')}
        autoCapitalize="none"
        hint="A film on YouTube or Vimeo plays on your page; any other address is shown as a link."
      />
    </>
  )
}
