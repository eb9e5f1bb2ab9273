import { homeCounterBarTicks, homeCounterNumbers } from '../rules.ts'
import './home.css'

const bar = { width: 2.6, step: 6.2, height: 14 }

/**
 * Three numbers about Muster. They count up and their bars fall in by the stylesheet alone, which has them stand still for whoever
 * prefers reduced motion. Screen readers only read the final numbers.
 */
export function HomeCounter() {
  return (
    <section className="tally" aria-label="Muster in figures">
      <ul className="wrap">
        {homeCounterNumbers.map(({ target, each, label: [first, second] }) => (
          <li key={first} className={`tally-${target}`}>
            <b>
              <span className="tally-held">{target}</span>
              <span className="tally-now" aria-hidden="true" />
            </b>
            <span className="tally-label">
              {first}
              <br />
              {second}
            </span>
            <Bars ticks={homeCounterBarTicks(target, each)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** @param ticks of each bar, the tick at which it falls in */
function Bars({ ticks }: { ticks: number[] }) {
  const isThere = ticks.findIndex((tick) => tick > 0)
  return (
    <svg
      className="tally-bars"
      viewBox={`0 0 ${Math.round((ticks.length * bar.step - (bar.step - bar.width)) * 10) / 10} ${bar.height}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      <path className="rank" d={ticks.map((_, index) => barPath(index)).join('')} />
      <path
        className="rank-on rank-falls"
        d={ticks
          .slice(0, isThere)
          .map((_, index) => barPath(index))
          .join('')}
      />
      {ticks.slice(isThere).map((tick, index) => (
        <path key={tick} className={`rank-on rank-falls rank-tick-${tick}`} d={barPath(isThere + index)} />
      ))}
    </svg>
  )
}

function barPath(index: number): string {
  return `M${Math.round(index * bar.step * 10) / 10} 0h${bar.width}v${bar.height}h-${bar.width}z`
}
