import { Checkbox } from './field.tsx'
import './shortcut-hints.css'

interface ShortcutHintsProps {
  /** Keys and what they do. */
  hints: [keys: string[], does: string][]
  on: boolean
  setOn: (on: boolean) => void
}

/** The keyboard shortcuts of a page, which can be turned off. Only shown with JavaScript. */
export function KeyboardShortcutHints({ hints, on, setOn }: ShortcutHintsProps) {
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
