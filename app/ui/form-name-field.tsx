import type { FormName } from '#app/lib/form-names.ts'

/** The hidden field that tells the forms of a page apart. */
export function FormNameField({ value }: { value: FormName }) {
  return <input type="hidden" name="form" value={value} />
}
