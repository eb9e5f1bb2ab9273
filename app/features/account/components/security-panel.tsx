import { formatLongDate } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type { AccountSecurityFormRefusal, OwnSessionView, TwoFactorState } from '../model.ts'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { NewRecoveryCodesSection } from './recovery-codes.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'
import './security.css'

interface SecurityPanelProps {
  /** The sign-in address. */
  email: string
  /** Since when mail to it is refused; null if it is not. */
  undeliverableSince: Date | null
  twoFactor: TwoFactorState
  sessions: OwnSessionView[]
  answer: AccountSecurityFormRefusal | undefined
  /** The path of this panel. */
  address: string
  /** The page that staff wanted to open before setting up a second factor; null for everybody else. */
  returnTo: string | null
}

/** Everything about how a member signs in. */
export function AccountSecurityPanel({
  email,
  undeliverableSince,
  twoFactor,
  sessions,
  answer,
  address,
  returnTo,
}: SecurityPanelProps) {
  if (answer?.recoveryCodes)
    return <NewRecoveryCodesSection codes={answer.recoveryCodes} onwards={returnTo ?? address} />
  const to = (form: string) => (answer?.form === form ? answer : undefined)
  return (
    <>
      <SettingsSection
        id="password"
        title="Password"
        lead="Changing it signs you out everywhere else. You stay logged in here."
      >
        <ChangePasswordForm answer={to('change-password')} />
        <div className="settings-aside">
          <h3>Forgot your password?</h3>
          <p className="muted">We email a link to {email} to choose a new one.</p>
          <FormAnswerNotice answer={to('send-reset-link')} />
          <ButtonForm name="send-reset-link" submit="Send reset link" busy="Sending..." kind="secondary" size="small" />
        </div>
      </SettingsSection>

      <TwoFactorSection state={twoFactor} answer={answer} isRequired={returnTo !== null} />

      <SettingsSection
        id="sign-in-address"
        title="Login email"
        lead={
          <>
            You log in with <strong>{email}</strong>. A new address takes effect once you follow the link we send to it.
          </>
        }
      >
        {undeliverableSince && (
          <Notice tone="bad">
            Emails to {email} have bounced since {formatLongDate(undeliverableSince)}, so we only send what you ask for.
            If the address works again, enter it here and follow the link we send.
          </Notice>
        )}
        <ChangeEmailForm answer={to('change-address')} />
      </SettingsSection>

      <SettingsSection
        id="sign-ins"
        title="Where you are logged in"
        lead="End any session you do not recognise, then change your password."
      >
        <FormAnswerNotice answer={to('end-session') ?? to('end-all-sessions')} />
        <SessionList sessions={sessions} />
        <ButtonForm name="end-all-sessions" submit="Sign out everywhere" busy="Signing out..." kind="danger" />
      </SettingsSection>
    </>
  )
}
