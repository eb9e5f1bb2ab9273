import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { FormField, type TextField } from './field.tsx'
import { Icon } from './icon.tsx'

interface PasswordFieldProps extends ComponentProps<typeof TextField> {
  label: string
  /** The server's last answer; a new one clears the field. */
  answer: unknown
}

/** A password field, which can be shown with JavaScript. */
export function PasswordField({ label, hint, error, id, answer, ...input }: PasswordFieldProps) {
  const control = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)

  useEffect(() => {
    if (answer && control.current) control.current.value = ''
  }, [answer])

  return (
    <FormField label={label} id={id} {...(hint && { hint })} {...(error && { error })}>
      {(ties) => (
        <div className="with-end">
          <input className="input" {...input} {...ties} ref={control} type={shown ? 'text' : 'password'} />
          <Button
            kind="quiet"
            className="btn-icon needs-script"
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-controls={ties.id}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </Button>
        </div>
      )}
    </FormField>
  )
}
