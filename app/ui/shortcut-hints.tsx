import { Checkbox } from './field.tsx'
import './shortcut-hints.css'

interface ShortcutHintsProps {
  /** Keys and what they do. */
  hints: [keys: string[], does: string][]
  on: boolean
  setOn: (on: boolean) => void
}

/** Which keys there are on a page, and a way to do without them. They need a script, and so do their hints. */
export function ShortcutHints({ hints, on, setOn }: ShortcutHintsProps) {
  return (
    <section className="shortcuts needs-script" aria-label="Keyboard shortcuts">
      <Checkbox
        label="Keyboard shortcuts"
        checked={on}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      {on && (
        <ul>
          {hints.map(([keys, does]) => (
            <li key={does}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}{' '}
              {does}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
