import { type ReactNode, useId } from 'react'
import { MusterSymbol } from './mark.tsx'
import './three-steps.css'

interface Step {
  title: string
  text: string
}

interface ThreeStepsProps {
  title: string
  lead: string
  steps: readonly [Step, Step, Step]
  /** Content below the steps, such as a button. */
  children?: ReactNode
}

const filled = [1, 3, 5] as const

/** A band with three steps, in which the mark builds up. */
export function ThreeStepsBand({ title, lead, steps, children }: ThreeStepsProps) {
  const id = useId()
  return (
    <section className="navy contours contours-band" aria-labelledby={id}>
      <div className="wrap section">
        <h2 id={id}>{title}</h2>
        <p className="lead mt-3">{lead}</p>
        <ol className="steps">
          {steps.map((step, index) => (
            <li key={step.title}>
              <MusterSymbol filled={filled[index] ?? 5} />
              <span className="step-number">Step {index + 1}</span>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        {children}
      </div>
    </section>
  )
}
