import { type ComponentProps, useId } from 'react'
import './form-switch.css'

interface SwitchFieldProps extends ComponentProps<'input'> {
  label: string
  /** What it does when on. */
  hint: string
}

/** A switch in a form, sent like a checkbox. */
export function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="switch-field">
      <label className="switch">
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a box says by itself whether it is ticked */}
        <input type="checkbox" role="switch" className="sr-only" aria-describedby={id} {...input} />
        <span className="switch-track" aria-hidden="true" />
        {label}
      </label>
      <p className="hint" id={id}>
        {hint}
      </p>
    </div>
  )
}
