import './stats.css'

interface StatsProps {
  figures: {
    label: string
    value: string
    /** A line below it that says what it means. */
    note: string
  }[]
}

/** A few figures side by side, each with its name. */
export function Stats({ figures }: StatsProps) {
  return (
    <dl className="stats">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="stat">
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd className="note">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
