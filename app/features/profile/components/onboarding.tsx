import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { ProgressBars } from '#app/ui/progress-ranks.tsx'
import type { OnboardingStep } from '../onboarding.ts'
import './onboarding.css'

interface OnboardingProps {
  firstName: string | null
  steps: OnboardingStep[]
  /** What comes before the steps. */
  children: ReactNode
}

/** The welcome page of a confirmed member: the next steps in order, with completed ones marked. */
export function MemberOnboardingPage({ firstName, steps, children }: OnboardingProps) {
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <div className="wrap section">
      <div className="onboarding">
        <h1>{firstName ? `Welcome to Muster, ${firstName}` : 'Welcome to Muster'}</h1>
        <p className="lead">
          {next
            ? 'Your email address is confirmed and you are logged in. Here is what to do next.'
            : 'You have done everything. Thank you for joining us.'}
        </p>
        {children}
        <div className="onboarding-progress">
          <ProgressBars label="Getting started" percentage={Math.round((done / steps.length) * 100)} />
          <p className="num">
            {done} of {steps.length} done
          </p>
        </div>
        <ol className="onboarding-steps">
          {steps.map((step) => (
            <li key={step.title} className={step.done ? 'done' : undefined}>
              <span className="sign">{step.done && <Icon of={Check} size="small" />}</span>
              <div>
                <h2>
                  {step.title}
                  {step.done && <span className="sr-only">, done</span>}
                </h2>
                {!step.done && <p>{step.text}</p>}
                {step.action && !step.done && (
                  <LinkButton to={step.action.to} kind={step === next ? 'primary' : 'secondary'}>
                    {step.action.label}
                  </LinkButton>
                )}
              </div>
            </li>
          ))}
        </ol>
        <p className="onboarding-end">
          You can also <Link to={href('/directory')}>browse the directory</Link>, or go to{' '}
          <Link to={href('/dashboard')}>your dashboard</Link>, which shows what is left to do.
        </p>
      </div>
    </div>
  )
}
