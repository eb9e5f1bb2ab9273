import { LongTextField, SelectField, TextField } from '#app/ui/field.tsx'
import { businessSizeLabels, tradeRegisterNames } from '../facts-model.ts'
import { tradeRegisters } from '../registration-rules.ts'
import { type BusinessFieldPropsGetter, optionalBusinessFieldLabel } from './business-fields.tsx'

/** Numbers in public registers, insurance, opening hours and size. */
export function BusinessRegistrationsAndFactsFields({ field }: { field: BusinessFieldPropsGetter }) {
  return (
    <>
      <p className="hint">
        Your company number is under Basic Information, and where you work is under Address. Both are shown with these.
      </p>
      <div className="two-fields">
        {tradeRegisterNames.map((name) => (
          <TextField
            key={name}
            {...field(name)}
            label={optionalBusinessFieldLabel(name)}
            hint={`${tradeRegisters[name].form[0]?.toUpperCase()}${tradeRegisters[name].form.slice(1)}`}
            spellCheck={false}
            autoCapitalize="characters"
          />
        ))}
      </div>
      <div className="two-fields">
        <TextField
          {...field('insuranceKind')}
          label={optionalBusinessFieldLabel('insuranceKind')}
          hint="For example, public liability up to £2 million"
        />
        <TextField
          {...field('insuranceUntil')}
          label={optionalBusinessFieldLabel('insuranceUntil')}
          hint="The end date on your certificate"
          type="date"
        />
      </div>
      <LongTextField
        {...field('openingHours')}
        label={optionalBusinessFieldLabel('openingHours')}
        hint="For example, Monday to Friday, 8am to 6pm. Use a new line for different hours."
        rows={3}
      />
      <div className="two-fields">
        <SelectField
          {...field('size')}
          label={optionalBusinessFieldLabel('size')}
          hint="How many people work there, including you"
        >
          <option value="">Not set</option>
          {Object.entries(businessSizeLabels).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}
