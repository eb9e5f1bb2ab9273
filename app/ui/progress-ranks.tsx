import './progress-ranks.css'

interface ProgressRanksProps {
  /** What makes progress. */
  label: string
  /** 0 to 100. */
  percentage: number
  tone?: 'good' | 'waiting' | 'bad' | 'none'
}

const count = 20

/** Progress as twenty bars, five percent each. */
export function ProgressBars({ label, percentage, tone = 'good' }: ProgressRanksProps) {
  const inLine = Math.round((percentage / 100) * count)
  return (
    <div
      className={`progress-ranks progress-ranks-${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percentage}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
        <span key={index} className={index < inLine ? 'on' : undefined} />
      ))}
    </div>
  )
}
