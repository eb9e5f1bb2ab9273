import type { Passage } from '../passage-schema.ts'

/** Short texts beside each other, each under a heading of the third rank. */
export function Points({ points, columns }: { points: readonly Passage[]; columns: 2 | 3 }) {
  return (
    <ul className={`points points-${columns}`}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
