import { Link } from '#app/ui/link.tsx'
import { type ProfileTab, profileTabLabels, profileTabPath } from '../rules.ts'
import './profile.css'
import '#app/ui/tabs.css'

/** Tabs of the profile: links, so they work without JavaScript and can be bookmarked. */
export function ProfileTabLinks({ tab }: { tab: ProfileTab }) {
  return (
    <nav className="tabs profile-tabs" aria-label="Profile">
      {Object.entries(profileTabLabels).map(([name, label]) => (
        <Link
          key={name}
          className="tab"
          to={profileTabPath(name as ProfileTab)}
          preventScrollReset
          {...(name === tab && { 'aria-current': 'page' as const })}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
