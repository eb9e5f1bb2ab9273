/** The message for unsaved input after a sign-out in another tab. */
export const signedOutWithUnsavedMessage =
  'You were signed out. Log in again in another tab, then save. Your changes stay on this page.'

/** Refused forms, whose input looks as if it were saved. */
const refused = new WeakSet<HTMLFormElement>()

/** Marks whether a form was refused and so has unsaved input. */
export function markFormRefused(form: HTMLFormElement, isRefused: boolean): void {
  if (isRefused) refused.add(form)
  else refused.delete(form)
}

/** Whether a guarded page has unsaved input. */
export function hasUnsavedChanges(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('[data-guards-typing] form')
  return [...forms].some((form) => refused.has(form) || [...form.elements].some(isEdited))
}

function isEdited(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (control instanceof HTMLInputElement) {
    // Not typed, or files, which are uploaded when chosen.
    if (control.type === 'hidden' || control.type === 'file') return false
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked
  }
  if (!(control instanceof HTMLSelectElement)) return false
  const options = [...control.options]
  return (
    control.selectedIndex !==
    Math.max(
      0,
      options.findIndex(({ defaultSelected }) => defaultSelected),
    )
  )
}
