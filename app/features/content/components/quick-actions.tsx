import { Building2, Files, type LucideIcon, Mic, Search, Settings, ShieldCheck, UserRoundPen } from 'lucide-react'
import { href } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import './quick-actions.css'

interface QuickAction {
  label: string
  to: string
  hint: string
  icon: LucideIcon
}

/** In the specification's order; only screens that exist. */
const actions: QuickAction[] = [
  { label: 'Edit Profile', to: href('/profile'), hint: 'Name, email, picture', icon: UserRoundPen },
  { label: 'Manage Business', to: href('/my-business'), hint: 'Your listing and pictures', icon: Building2 },
  { label: 'My Podcast', to: href('/my-podcast'), hint: 'Details and cover', icon: Mic },
  { label: 'Browse Directory', to: href('/directory'), hint: 'Veteran-owned businesses', icon: Search },
  { label: 'Documents', to: href('/verification'), hint: 'Proof of service', icon: Files },
  { label: 'Account Settings', to: `${href('/profile')}?tab=settings`, hint: 'Account ID, sign out', icon: Settings },
]

const adminDashboard: QuickAction = {
  label: 'Admin Dashboard',
  to: href('/admin'),
  hint: 'Work waiting for staff',
  icon: ShieldCheck,
}

/** The dashboard's shortcuts; those of staff come first. */
export function DashboardQuickActions({ isStaff }: { isStaff: boolean }) {
  const shown = isStaff ? [adminDashboard, ...actions] : actions
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="tiles-title">
        Quick Actions
      </h2>
      <ul className="tiles">
        {shown.map(({ label, to, hint, icon }) => (
          <li key={label}>
            <Link to={to}>
              <Icon of={icon} size="large" />
              <b>{label}</b>
              <span>{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
