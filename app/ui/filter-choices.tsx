import { Link } from 'react-router'

interface FilterChoicesProps<Value extends string> {
  label: string
  /** The label for no choice. */
  all: string
  choices: Record<Value, string>
  chosen: Value | null
  to: (value: Value | null) => string
}

/** The choices of a filter, as links. */
export function FilterChoices<Value extends string>({ label, all, choices, chosen, to }: FilterChoicesProps<Value>) {
  const entries: [Value | null, string][] = [[null, all], ...(Object.entries(choices) as [Value, string][])]
  return (
    <ul className="row row-s orders" aria-label={label}>
      {entries.map(([value, words]) => (
        <li key={words}>
          <Link
            className="chip"
            to={to(value)}
            preventScrollReset
            {...(value === chosen && { 'aria-current': 'true' as const })}
          >
            {words}
          </Link>
        </li>
      ))}
    </ul>
  )
}
