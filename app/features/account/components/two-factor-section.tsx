import { ShieldCheck } from 'lucide-react'
import { Icon } from '#app/ui/icon.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type { AccountSecurityFormRefusal, TwoFactorState } from '../model.ts'
import { ConfirmCurrentPasswordForm } from './password-gate.tsx'
import { TwoFactorSetupForm } from './two-factor-setup-form.tsx'
import './security.css'

interface TwoFactorSectionProps {
  state: TwoFactorState
  answer: AccountSecurityFormRefusal | undefined
  /** Whether a staff page redirected here. */
  isRequired: boolean
}

/** The section on two-factor authentication: on, off and recovery codes. */
export function TwoFactorSection({ state, answer, isRequired }: TwoFactorSectionProps) {
  const to = (form: string) => (answer?.form === form ? answer : undefined)
  return (
    <SettingsSection
      id="two-factor"
      title="Two-factor authentication"
      lead="Enter a code from an app on your phone as well as your password. Then nobody can log in with your password alone."
    >
      {state === 'off' && answer?.setup && (
        <TwoFactorSetupForm setup={answer.setup} answer={to('confirm-two-factor')} />
      )}
      {state === 'off' && !answer?.setup && (
        <>
          <p>
            {isRequired
              ? 'Staff pages need two-factor authentication. Set it up to continue to the page you wanted.'
              : 'Two-factor authentication is off.'}
          </p>
          <ConfirmCurrentPasswordForm
            name="begin-two-factor"
            answer={to('begin-two-factor')}
            submit="Set up two-factor"
            busy="Checking..."
          />
        </>
      )}
      {state === 'on' && (
        <>
          <p className="two-factor-on">
            <Icon of={ShieldCheck} />
            Two-factor authentication is on.
          </p>
          <details className="disclosure" open={answer?.form === 'renew-recovery-codes'}>
            <summary>New recovery codes</summary>
            <p className="muted">Your current codes will stop working.</p>
            <ConfirmCurrentPasswordForm
              name="renew-recovery-codes"
              answer={to('renew-recovery-codes')}
              submit="Get new codes"
              busy="Checking..."
            />
          </details>
          <details className="disclosure" open={answer?.form === 'disable-two-factor'}>
            <summary>Turn off two-factor authentication</summary>
            <p className="muted">You will log in with your password alone.</p>
            <ConfirmCurrentPasswordForm
              name="disable-two-factor"
              answer={to('disable-two-factor')}
              submit="Turn off two-factor"
              busy="Checking..."
              kind="danger"
            />
          </details>
        </>
      )}
    </SettingsSection>
  )
}
