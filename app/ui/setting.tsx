import type { FormName } from '#app/lib/form-names.ts'
import { FormAnswerNotice } from './answer-notice.tsx'
import { ButtonForm } from './form-frame.tsx'
import type { FormRefusal } from './schema-form.ts'
import './setting.css'

interface SettingProps {
  /** The name of its form, which sends `on`. */
  name: FormName
  title: string
  isOn: boolean
  /** What it does while it is on, and while it is off. */
  states: { on: string; off: string }
  answer: FormRefusal | undefined
}

/** Something that can be switched on and off, at the end of a screen. */
export function SettingSwitch({ name, title, isOn, states, answer }: SettingProps) {
  return (
    <section className="setting" aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <p>{isOn ? `On: ${states.on}` : `Off: ${states.off}`}</p>
      <FormAnswerNotice answer={answer} />
      <ButtonForm
        name={name}
        values={{ on: String(!isOn) }}
        submit={isOn ? 'Switch it off' : 'Switch it on'}
        busy="Saving..."
        kind="secondary"
      />
    </section>
  )
}
