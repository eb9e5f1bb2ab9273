import { href } from 'react-router'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'

/** Signing out, here or everywhere. */
export function SignOutSection() {
  return (
    <SettingsSection id="sign-out" title="Sign out" lead="Here, or in every browser you are signed in with.">
      <div className="row">
        <ButtonForm name="sign-out" action={href('/sign-out')} submit="Sign Out" busy="Signing out..." />
        <ButtonForm name="end-all-sessions" submit="Sign out everywhere" busy="Signing out..." kind="secondary" />
      </div>
    </SettingsSection>
  )
}
