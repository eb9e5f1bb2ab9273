import './stats.css'

interface StatsProps {
  figures: {
    label: string
    value: string
    /** A note below it. */
    note: string
  }[]
}

/** Numbers side by side with labels. */
export function LabelledNumbers({ figures }: StatsProps) {
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
