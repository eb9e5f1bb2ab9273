import type { FormName } from '#app/lib/form-names.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'

/** For `clientActionPreservingInput`: these forms show above their fields why they were not sent; any other is answered with a toast alone. */
export const answerUnsentFormsAboveFields =
  (...names: FormName[]) =>
  (form: FormData, toast: ToastMessage & { description: string }) => {
    const name = form.get('form') as FormName
    if (!names.includes(name)) return undefined
    const initialValue = Object.fromEntries(form) as Record<string, string>
    return { form: name, toast, result: { status: 'error' as const, initialValue, error: { '': [toast.description] } } }
  }
