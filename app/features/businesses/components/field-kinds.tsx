import type { ComponentProps } from 'react'
import { OptionalLabel, SelectField, TextField } from '#app/ui/field.tsx'
import { fieldLabels } from '../schema.ts'

/** One of the lookups a field offers. */
export interface Choice {
  id: number
  name: string
}

/** The label of a field that may be left empty. */
export const optional = (name: keyof typeof fieldLabels) => <OptionalLabel>{fieldLabels[name]}</OptionalLabel>

/** A choice among lookups, or none. */
export function ChoiceField({ choices, ...field }: { choices: Choice[] } & ComponentProps<typeof SelectField>) {
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

/** A link, as people write it: what it must look like is said in our words. */
export function LinkField(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} inputMode="url" spellCheck={false} />
}
