import { formatDate } from '#app/lib/dates.ts'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type { ProfileView } from '../model.ts'

/** The id and dates of the account. */
export function AccountFactsSection({ profile }: { profile: ProfileView }) {
  return (
    <SettingsSection id="account" title="Account" lead="We need these to find your account if you write to us.">
      <NameValueList
        facts={[
          ['Account ID', <code key="id">{profile.id}</code>],
          ['Member since', formatDate(profile.createdAt)],
          ['Last updated', formatDate(profile.updatedAt)],
        ]}
      />
    </SettingsSection>
  )
}
