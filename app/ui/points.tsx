interface PointsProps {
  points: readonly { title: string; text: string }[]
  /** Beside each other where there is room. */
  columns: 2 | 3
}

/** Short texts beside each other, each under a level-3 heading. */
export function Points({ points, columns }: PointsProps) {
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
