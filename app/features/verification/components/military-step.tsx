import { Checkbox, LongTextField, OptionalFieldLabel, SelectField, TextField } from '#app/ui/field.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { useSchemaForm } from '#app/ui/schema-form.ts'
import { type MaskedMilitaryServiceDetails, serviceNumberMaxLength, verificationFormInvalidToast } from '../model.ts'
import { VerificationStepForm } from './step-form.tsx'
import './verification.css'

interface Choice {
  id: number
  name: string
}

interface MilitaryStepProps {
  details: MaskedMilitaryServiceDetails | null
  /** The relationship from the profile, used if nothing is saved yet. */
  profileRelationshipTypeId: number | null
  lookups: { serviceBranches: Choice[]; relationshipTypes: Choice[] }
  answer: FormRefusal | undefined
}

/** The service step. */
export function VerificationMilitaryStep({ details, profileRelationshipTypeId, lookups, answer }: MilitaryStepProps) {
  const form = useSchemaForm({
    id: 'service',
    loadSchema: () => import('../form-schema.ts').then(({ militaryServiceSchema: militarySchema }) => militarySchema),
    lastResult: answer?.result,
    defaultValue: {
      militaryRelationshipTypeId: idOf(details ? details.relationshipTypeId : profileRelationshipTypeId),
      serviceBranchId: idOf(details?.serviceBranchId ?? null),
      serviceDescription: details?.serviceDescription ?? '',
    },
    onInvalid: verificationFormInvalidToast,
  })
  // The stored number is never sent to the browser; an empty field keeps it.
  const held = details?.serviceNumber ?? null
  const { defaultValue: remove, ...removeField } = form.field('removeServiceNumber')
  return (
    <VerificationStepForm name="military" form={form} answer={answer} submit="Next" busy="Saving...">
      <SelectField {...form.field('militaryRelationshipTypeId')} label="Military relationship" required>
        <option value="none">Choose one</option>
        {lookups.relationshipTypes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...form.field('serviceBranchId')}
        label="Service branch"
        hint="For a spouse, partner, family member or supporter: the branch of the person who served."
        required
      >
        <option value="none">Choose one</option>
        {lookups.serviceBranches.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="field-group">
        <TextField
          {...form.field('serviceNumber')}
          label={<OptionalFieldLabel>Service number</OptionalFieldLabel>}
          hint={
            held
              ? `We hold ${held}. Leave this empty to keep it, or type another one in its place.`
              : 'It helps a reviewer to find your record. Stored encrypted.'
          }
          maxLength={serviceNumberMaxLength * 2}
          autoComplete="off"
          spellCheck={false}
        />
        {held && (
          <Checkbox {...removeField} defaultChecked={remove === 'on'} label="Delete the number you hold for me" />
        )}
      </div>
      <LongTextField
        {...form.field('serviceDescription')}
        label={<OptionalFieldLabel>About your service</OptionalFieldLabel>}
        hint="When and where you served, or how you are related to someone who served. Only reviewers read it."
      />
    </VerificationStepForm>
  )
}

function idOf(id: number | null): string {
  return id === null ? '' : String(id)
}
