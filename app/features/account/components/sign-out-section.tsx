import { href } from 'react-router'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { signOutFailedTitle } from '../rules.ts'

/** Signing out, here or everywhere. */
export function SignOutSection({ answer }: { answer: FormRefusal | undefined }) {
  return (
    <SettingsSection id="sign-out" title="Sign out" lead="Sign out here, or in every browser you are logged in with.">
      <FormAnswerNotice answer={answer} />
      <div className="row">
        <ButtonForm
          name="sign-out"
          action={href('/sign-out')}
          stays
          failed={signOutFailedTitle}
          submit="Sign Out"
          busy="Signing out..."
        />
        <ButtonForm name="end-all-sessions" submit="Sign out everywhere" busy="Signing out..." kind="secondary" />
      </div>
    </SettingsSection>
  )
}
