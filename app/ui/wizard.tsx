import { Check } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import './wizard.css'

export interface WizardStepLink {
  title: string
  /** Where it is, for a step that can be gone to; null for one that cannot yet. */
  to: string | null
  isDone: boolean
}

interface WizardProps {
  /** What the wizard is for. */
  name: string
  steps: WizardStepLink[]
  /** Index of the step that is shown. */
  current: number
  lead?: ReactNode
  /** Called when a link to another step is followed by a script, which may go there in a way of its own. */
  onLeave?: (event: MouseEvent<HTMLAnchorElement>, index: number) => void
  children: ReactNode
}

/** A task in steps, one thing a page: how far it is, the steps with what is done of them, and the step itself. */
export function Wizard({ name, steps, current, lead, onLeave, children }: WizardProps) {
  const title = steps[current]?.title ?? ''
  const place = `Step ${current + 1} of ${steps.length}`
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  // Whoever went on hears where they are now; who has just come begins at the top as on any page.
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

/** The end of a step: the way back, and the way on. */
export function WizardActions({ children }: { children: ReactNode }) {
  return <div className="wizard-actions">{children}</div>
}
