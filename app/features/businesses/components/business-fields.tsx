import { type ComponentProps, useState } from 'react'
import { LongTextField, OptionalLabel, SelectField, TextField } from '#app/ui/field.tsx'
import type { SchemaForm } from '#app/ui/schema-form.ts'
import {
  type BusinessChoices,
  type BusinessField,
  businessFieldLabels,
  businessMessages,
  type Choice,
  formatServiceArea,
  servesUk,
  serviceRadiuses,
  socialFieldNames,
  tradeFields,
} from '../model.ts'
import { companyRegisterUrl } from '../rules.ts'
import './my-business.css'

/** `field(name)` of a form returns the props of that field. */
export type FormFields = SchemaForm<BusinessField>['field']

interface FieldsProps {
  field: FormFields
}

/** The label of an optional field. */
export const optionalProps = (name: keyof typeof businessFieldLabels) => (
  <OptionalLabel>{businessFieldLabels[name]}</OptionalLabel>
)

function ChoiceField({ choices, ...field }: { choices: Choice[] } & ComponentProps<typeof SelectField>) {
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

/** A field for a link. Its type is not `url` by default, as browsers then refuse addresses without https://. */
export function LinkField(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} inputMode="url" spellCheck={false} />
}

export function AboutFields({ field, rows }: FieldsProps & { rows: number }) {
  return (
    <>
      <TextField {...field('name')} label={businessFieldLabels.name} autoComplete="organization" required />
      <TextField
        {...field('tagline')}
        label={optionalProps('tagline')}
        hint="One line that says what you do. Shown on your card in the directory."
      />
      <LongTextField
        {...field('description')}
        label={optionalProps('description')}
        hint="What you do, who you do it for, and how your service shaped it."
        rows={rows}
      />
    </>
  )
}

export function ServicesField({ field }: FieldsProps) {
  return (
    <LongTextField
      {...field('productsServices')}
      label={optionalProps('productsServices')}
      hint="One per line. The first is shown at the top of your page."
      rows={5}
    />
  )
}

export function ChoiceFields({ field, industries, businessTypes, trades }: FieldsProps & BusinessChoices) {
  return (
    <>
      <div className="two-fields">
        <ChoiceField {...field('industryId')} label={optionalProps('industryId')} choices={industries} />
        <ChoiceField {...field('businessTypeId')} label={optionalProps('businessTypeId')} choices={businessTypes} />
      </div>
      <p className="hint">Buyers search by trade. Pick up to three, the main one first.</p>
      <div className="two-fields">
        {tradeFields.map((name) => (
          <TradeField key={name} {...field(name)} label={optionalProps(name)} trades={trades} industries={industries} />
        ))}
      </div>
    </>
  )
}

/** A trade, by industry. One that was removed is only offered where it was picked. */
function TradeField({
  trades,
  industries,
  ...field
}: Pick<BusinessChoices, 'trades' | 'industries'> & ComponentProps<typeof SelectField>) {
  const offered = trades.filter(({ id, isRemoved }) => !isRemoved || id === field.defaultValue)
  return (
    <SelectField {...field}>
      <option value="">Not set</option>
      {industries.map((industry) => {
        const own = offered.filter(({ industryId }) => industryId === industry.id)
        return (
          own.length > 0 && (
            <optgroup key={industry.id} label={industry.name}>
              {own.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        )
      })}
    </SelectField>
  )
}

/** Whether everyone sees the street address, and where the business works. */
export function WhereFields({ field }: FieldsProps) {
  const area = field('serviceArea')
  const radiuses = [...new Set([...serviceRadiuses.map(String), area.defaultValue])].filter((miles) =>
    /^-?\d+$/.test(miles),
  )
  return (
    <div className="two-fields">
      <SelectField
        {...field('showsStreetAddress')}
        label={businessFieldLabels.showsStreetAddress}
        hint="The town, county and postcode are always shown."
      >
        <option value="false">Hidden</option>
        <option value="true">Shown to everyone</option>
      </SelectField>
      <SelectField
        {...area}
        label={businessFieldLabels.serviceArea}
        hint="People near you also find you if you come to them."
      >
        <option value="">{formatServiceArea(null)}</option>
        {radiuses
          .sort((one, other) => Number(one) - Number(other))
          .map((miles) => (
            <option key={miles} value={miles}>
              {formatServiceArea(miles)}
            </option>
          ))}
        <option value={servesUk}>{formatServiceArea(servesUk)}</option>
      </SelectField>
    </div>
  )
}

export function BasicFields({ field, ...lookups }: FieldsProps & BusinessChoices) {
  return (
    <>
      <AboutFields field={field} rows={6} />
      <ServicesField field={field} />
      <ChoiceFields field={field} {...lookups} />
      <CompanyNumberField {...field('companyNumber')} />
    </>
  )
}

/**
 * The Companies House number. An unusual one gets a hint and is accepted. The hint changes while typing: if it changed on blur, it
 * would move the Save button away from the pointer that is about to click it.
 */
function CompanyNumberField(field: ReturnType<FormFields>) {
  const [number, setNumber] = useState(field.defaultValue)
  const registerUrl = companyRegisterUrl(number)
  const isUnusual = number.trim() !== '' && !registerUrl
  return (
    <div className="company-number">
      <TextField
        {...field}
        label={optionalProps('companyNumber')}
        spellCheck={false}
        autoCapitalize="characters"
        onChange={(event) => setNumber(event.currentTarget.value)}
        {...(isUnusual && { hint: businessMessages.companyNumberHint })}
      />
      {registerUrl && (
        <p className="hint">
          <a href={registerUrl} rel="noopener noreferrer">
            See it in the Companies House register
          </a>
        </p>
      )}
    </div>
  )
}

/** What the owner reads of the number that Call dials on their page. */
export function dialHint(dials: string | null) {
  return dials ? `The Call button on your page dials ${dials}.` : ''
}

export function ContactFields({ field, dials }: FieldsProps & { dials: string | null }) {
  return (
    <>
      <TextField
        {...field('email')}
        label={optionalProps('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField
        {...field('businessPhoneNumber')}
        hint={dialHint(dials)}
        label={optionalProps('businessPhoneNumber')}
        type="tel"
        autoComplete="tel"
      />
      <LinkField
        {...field('websiteUrl')}
        label={optionalProps('websiteUrl')}
        autoComplete="url"
        autoCapitalize="none"
      />
    </>
  )
}

export function AddressFields({ field }: FieldsProps) {
  return (
    <>
      <TextField {...field('streetAddress')} label={optionalProps('streetAddress')} autoComplete="street-address" />
      <div className="two-fields">
        <TextField {...field('city')} label={optionalProps('city')} autoComplete="address-level2" />
        <TextField {...field('county')} label={optionalProps('county')} autoComplete="address-level1" />
      </div>
      <div className="two-fields">
        <TextField {...field('postcode')} label={optionalProps('postcode')} autoComplete="postal-code" />
      </div>
      <WhereFields field={field} />
    </>
  )
}

export function SocialFields({ field }: FieldsProps) {
  return (
    <>
      <div className="two-fields">
        {socialFieldNames.map((name) => (
          <LinkField key={name} {...field(name)} label={optionalProps(name)} autoCapitalize="none" />
        ))}
      </div>
      <LinkField
        {...field('promoVideoUrl')}
        label={optionalProps('promoVideoUrl')}
        autoCapitalize="none"
        hint="A YouTube or Vimeo video plays on your page. Any other web address is shown as a link."
      />
    </>
  )
}
