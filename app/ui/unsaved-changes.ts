/** What is said of the typing of somebody who was signed out elsewhere. */
export const signedOutMessage =
  'You were signed out. Sign in again in another tab, then save. What you typed is still here.'

/** Forms that came back refused: what was typed into them stands there as if it were stored. */
const refused = new WeakSet<HTMLFormElement>()

/** Says whether a form came back refused, and so holds what is not saved. */
export function markRefused(form: HTMLFormElement, isRefused: boolean): void {
  if (isRefused) refused.add(form)
  else refused.delete(form)
}

/** Whether a page that guards it holds something that was typed and is not saved. */
export function hasUnsavedChanges(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('[data-guards-typing] form')
  return [...forms].some((form) => refused.has(form) || [...form.elements].some(isEdited))
}

function isEdited(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (control instanceof HTMLInputElement) {
    // What is not typed, and files, which are sent as they are chosen.
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
