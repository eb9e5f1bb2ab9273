interface RanksProps {
  count: number
  /** The index of the red bar. */
  accent: number
}

const width = 4
const step = 10
const height = 44

/** A row of bars, one of them red: the drawing for empty states. */
export function EmptyStateBars({ count, accent }: RanksProps) {
  return (
    <svg viewBox={`0 0 ${count * step - (step - width)} ${height}`} aria-hidden="true" focusable="false">
      {Array.from({ length: count }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
          key={index}
          className={index === accent ? 'rank-accent' : 'rank'}
          x={index * step}
          width={width}
          height={height}
        />
      ))}
    </svg>
  )
}
