import { href, NavLink } from 'react-router'
import './admin.css'

const links = [
  { to: href('/admin'), label: 'Overview' },
  { to: href('/admin/statistics'), label: 'Statistics' },
  { to: href('/admin/audit'), label: 'Audit' },
  { to: href('/admin/enquiries'), label: 'Enquiries' },
  { to: href('/admin/jobs'), label: 'Failed jobs' },
]

/** The navigation between the pages of the administration, for admins; reviewers have only one page. */
export function AdminNav({ isAdmin }: { isAdmin: boolean }) {
  if (!isAdmin) return null
  return (
    <nav className="admin-nav" aria-label="Staff pages">
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
