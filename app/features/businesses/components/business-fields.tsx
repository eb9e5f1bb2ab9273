import { type ComponentProps, useState } from 'react'
import { LongTextField, OptionalFieldLabel, SelectField, TextField } from '#app/ui/field.tsx'
import type { SchemaFormState } from '#app/ui/schema-form.ts'
import {
  type BusinessFieldName,
  type BusinessFormChoices,
  businessFieldLabels,
  businessSocialFieldNames,
  businessTradeFieldNames,
  formatServiceAreaForOwner,
  type LookupChoice,
  ownBusinessToasts,
  serviceRadiusChoicesInMiles,
  ukWideServiceAreaValue,
} from '../model.ts'
import { companyRegisterUrl } from '../rules.ts'
import './my-business.css'

/** `field(name)` of a form returns the props of that field. */
export type BusinessFieldPropsGetter = SchemaFormState<BusinessFieldName>['field']

interface FieldsProps {
  field: BusinessFieldPropsGetter
}

/** The label of an optional field. */
export const optionalBusinessFieldLabel = (name: keyof typeof businessFieldLabels) => (
  <OptionalFieldLabel>{businessFieldLabels[name]}</OptionalFieldLabel>
)

function ChoiceField({ choices, ...field }: { choices: LookupChoice[] } & ComponentProps<typeof SelectField>) {
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
export function BusinessLinkField(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} inputMode="url" spellCheck={false} />
}

export function BusinessAboutFields({ field, rows }: FieldsProps & { rows: number }) {
  return (
    <>
      <TextField {...field('name')} label={businessFieldLabels.name} autoComplete="organization" required />
      <TextField
        {...field('tagline')}
        label={optionalBusinessFieldLabel('tagline')}
        hint="One line that says what you do. Shown on your card in the directory."
      />
      <LongTextField
        {...field('description')}
        label={optionalBusinessFieldLabel('description')}
        hint="What you do, who you do it for, and how your service shaped it."
        rows={rows}
      />
    </>
  )
}

export function BusinessServicesField({ field }: FieldsProps) {
  return (
    <LongTextField
      {...field('productsServices')}
      label={optionalBusinessFieldLabel('productsServices')}
      hint="One per line. The first is shown at the top of your page."
      rows={5}
    />
  )
}

export function BusinessIndustryTypeAndTradeFields({
  field,
  industries,
  businessTypes,
  trades,
}: FieldsProps & BusinessFormChoices) {
  return (
    <>
      <div className="two-fields">
        <ChoiceField {...field('industryId')} label={optionalBusinessFieldLabel('industryId')} choices={industries} />
        <ChoiceField
          {...field('businessTypeId')}
          label={optionalBusinessFieldLabel('businessTypeId')}
          choices={businessTypes}
        />
      </div>
      <p className="hint">Buyers search by trade. Pick up to three, the main one first.</p>
      <div className="two-fields">
        {businessTradeFieldNames.map((name) => (
          <TradeField
            key={name}
            {...field(name)}
            label={optionalBusinessFieldLabel(name)}
            trades={trades}
            industries={industries}
          />
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
}: Pick<BusinessFormChoices, 'trades' | 'industries'> & ComponentProps<typeof SelectField>) {
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
export function BusinessServiceAreaFields({ field }: FieldsProps) {
  const area = field('serviceArea')
  const radiuses = [...new Set([...serviceRadiusChoicesInMiles.map(String), area.defaultValue])].filter((miles) =>
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
        <option value="">{formatServiceAreaForOwner(null)}</option>
        {radiuses
          .sort((one, other) => Number(one) - Number(other))
          .map((miles) => (
            <option key={miles} value={miles}>
              {formatServiceAreaForOwner(miles)}
            </option>
          ))}
        <option value={ukWideServiceAreaValue}>{formatServiceAreaForOwner(ukWideServiceAreaValue)}</option>
      </SelectField>
    </div>
  )
}

export function MyBusinessBasicFields({ field, ...lookups }: FieldsProps & BusinessFormChoices) {
  return (
    <>
      <BusinessAboutFields field={field} rows={6} />
      <BusinessServicesField field={field} />
      <BusinessIndustryTypeAndTradeFields field={field} {...lookups} />
      <CompanyNumberField {...field('companyNumber')} />
    </>
  )
}

/**
 * The Companies House number. An unusual one gets a hint and is accepted. The hint changes while typing: if it changed on blur, it
 * would move the Save button away from the pointer that is about to click it.
 */
function CompanyNumberField(field: ReturnType<BusinessFieldPropsGetter>) {
  const [number, setNumber] = useState(field.defaultValue)
  const registerUrl = companyRegisterUrl(number)
  const isUnusual = number.trim() !== '' && !registerUrl
  return (
    <div className="company-number">
      <TextField
        {...field}
        label={optionalBusinessFieldLabel('companyNumber')}
        spellCheck={false}
        autoCapitalize="characters"
        onChange={(event) => setNumber(event.currentTarget.value)}
        {...(isUnusual && { hint: ownBusinessToasts.companyNumberHint })}
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
export function callButtonNumberHint(dials: string | null) {
  return dials ? `The Call button on your page dials ${dials}.` : ''
}

export function BusinessContactFields({ field, dials }: FieldsProps & { dials: string | null }) {
  return (
    <>
      <TextField
        {...field('email')}
        label={optionalBusinessFieldLabel('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField
        {...field('businessPhoneNumber')}
        hint={callButtonNumberHint(dials)}
        label={optionalBusinessFieldLabel('businessPhoneNumber')}
        type="tel"
        autoComplete="tel"
      />
      <BusinessLinkField
        {...field('websiteUrl')}
        label={optionalBusinessFieldLabel('websiteUrl')}
        autoComplete="url"
        autoCapitalize="none"
      />
    </>
  )
}

export function BusinessAddressFields({ field }: FieldsProps) {
  return (
    <>
      <TextField
        {...field('streetAddress')}
        label={optionalBusinessFieldLabel('streetAddress')}
        autoComplete="street-address"
      />
      <div className="two-fields">
        <TextField {...field('city')} label={optionalBusinessFieldLabel('city')} autoComplete="address-level2" />
        <TextField {...field('county')} label={optionalBusinessFieldLabel('county')} autoComplete="address-level1" />
      </div>
      <div className="two-fields">
        <TextField {...field('postcode')} label={optionalBusinessFieldLabel('postcode')} autoComplete="postal-code" />
      </div>
      <BusinessServiceAreaFields field={field} />
    </>
  )
}

export function BusinessSocialFields({ field }: FieldsProps) {
  return (
    <>
      <div className="two-fields">
        {businessSocialFieldNames.map((name) => (
          <BusinessLinkField
            key={name}
            {...field(name)}
            label={optionalBusinessFieldLabel(name)}
            autoCapitalize="none"
          />
        ))}
      </div>
      <BusinessLinkField
        {...field('promoVideoUrl')}
        label={optionalBusinessFieldLabel('promoVideoUrl')}
        autoCapitalize="none"
        hint="A YouTube or Vimeo video plays on your page. Any other web address is shown as a link."
      />
    </>
  )
}
