import type { FormEvent } from 'react'
import { useNavigation } from 'react-router'

/**
 * Whether the form with this value in its field `form` is under way, and a handler that lets it be sent only once
 * meanwhile.
 */
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
