import { useLayoutEffect, useState } from 'react'
import { counterTickMs } from '#app/ui/interface-constants.ts'
import { counterFigures, figureAt, hasArrived } from '../rules.ts'
import './home.css'

const bar = { width: 2.6, step: 6.2, height: 14 }

/**
 * Three numbers about Muster. With JavaScript they count up and their bars fall in; without it, or with reduced motion, they are
 * static. Screen readers only read the final numbers.
 */
export function HomeCounter() {
  const ticks = useTicks()
  return (
    <section className="tally" aria-label="Muster in figures">
      <ul className="wrap">
        {counterFigures.map(({ target, each, label: [first, second] }) => {
          const shown = ticks === null ? target : figureAt(target, ticks)
          return (
            <li key={first}>
              <b>
                <span className={ticks === null ? '' : 'tally-held'}>{target}</span>
                {ticks !== null && (
                  <span className="tally-now" aria-hidden="true">
                    {shown}
                  </span>
                )}
              </b>
              <span className="tally-label">
                {first}
                <br />
                {second}
              </span>
              <Bars count={target / each} filled={Math.round(shown / each)} falling={ticks !== null} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Ticks since the counter started; null while it does not count. */
function useTicks(): number | null {
  const [ticks, setTicks] = useState<number | null>(null)
  // Before painting, so that a client navigation does not show the final numbers first.
  useLayoutEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let count = 0
    setTicks(0)
    const timer = setInterval(() => {
      count += 1
      const arrived = hasArrived(count)
      if (arrived) clearInterval(timer)
      setTicks(arrived ? null : count)
    }, counterTickMs)
    return () => clearInterval(timer)
  }, [])
  return ticks
}

function Bars({ count, filled, falling }: { count: number; filled: number; falling: boolean }) {
  return (
    <svg
      className="tally-bars"
      viewBox={`0 0 ${Math.round((count * bar.step - (bar.step - bar.width)) * 10) / 10} ${bar.height}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      <path className={falling ? 'rank' : 'rank-on'} d={barsPath(count)} />
      {falling &&
        Array.from({ length: filled }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
          <path key={index} className="rank-on rank-falls" d={barPath(index)} />
        ))}
    </svg>
  )
}

function barPath(index: number): string {
  return `M${Math.round(index * bar.step * 10) / 10} 0h${bar.width}v${bar.height}h-${bar.width}z`
}

function barsPath(count: number): string {
  return Array.from({ length: count }, (_, index) => barPath(index)).join('')
}
