import './points.css'

interface PointsProps {
  points: readonly { title: string; text: string }[]
  /** Beside each other where there is room. */
  columns: 1 | 2 | 3
}

/** Short texts, each under a level-3 heading and as many bars as its place in the list, up to six. */
export function HeadedPoints({ points, columns }: PointsProps) {
  return (
    <ul className={`points points-counted points-${columns}`}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
