import type { FormEvent } from 'react'
import { useNavigation } from 'react-router'

/** Whether the form with this name is being sent, and a handler that prevents a second submission. */
export function useSingleSubmit(form: string) {
  const navigation = useNavigation()
  const busy = navigation.formData?.get('form') === form
  return {
    busy,
    once: (submit: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      if (busy) event.preventDefault()
      else submit(event)
    },
  }
}
