import { Check } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import './wizard.css'

export interface WizardStepEntry {
  title: string
  /** The path of the step; null if it cannot be opened yet. */
  to: string | null
  isDone: boolean
}

interface WizardProps {
  /** What the wizard is for. */
  name: string
  steps: WizardStepEntry[]
  /** Index of the step that is shown. */
  current: number
  lead?: ReactNode
  /** Called when a link to another step is followed with JavaScript. */
  onLeave?: (event: MouseEvent<HTMLAnchorElement>, index: number) => void
  children: ReactNode
}

/** A wizard: the progress, the steps and the current step. */
export function Wizard({ name, steps, current, lead, onLeave, children }: WizardProps) {
  const title = steps[current]?.title ?? ''
  const place = `Step ${current + 1} of ${steps.length}`
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  // After a step the focus moves to the heading; on arrival it starts at the top as on any page.
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    heading.current?.focus()
  }, [current])

  return (
    <div className="wrap wizard">
      <nav aria-label="Steps">
        <ol className="wizard-steps">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className={index === current ? 'now' : step.isDone ? 'done' : undefined}
              {...(index === current && { 'aria-current': 'step' as const })}
            >
              <span className="dot">
                {step.isDone && index !== current ? <Icon of={Check} size="small" /> : index + 1}
              </span>
              <span>
                <b>{step.title}</b>
                {index !== current && step.to && (
                  <span className="caption-line">
                    {step.isDone && 'Done. '}
                    <Link to={step.to} onClick={(event) => onLeave?.(event, index)}>
                      {step.isDone ? 'Change' : 'Continue'}
                      <span className="sr-only"> {step.title}</span>
                    </Link>
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      </nav>
      <div className="wizard-body">
        <div
          className="wizard-progress"
          role="progressbar"
          aria-label={name}
          aria-valuenow={current + 1}
          aria-valuemin={0}
          aria-valuemax={steps.length}
          aria-valuetext={place}
        >
          {steps.map((step, index) => (
            <i key={step.title} className={index <= current ? 'on' : undefined} />
          ))}
        </div>
        <div className="wizard-head">
          <p className="muted">
            {name} · {place}
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  )
}

/** The buttons of a step: back and continue. */
export function WizardActions({ children }: { children: ReactNode }) {
  return <div className="wizard-actions">{children}</div>
}
