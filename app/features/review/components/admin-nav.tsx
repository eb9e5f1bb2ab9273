import { href, NavLink } from 'react-router'
import './admin.css'

const linksForStaff = [
  { to: href('/admin'), label: 'Overview' },
  { to: href('/admin/facts'), label: 'Facts to confirm' },
]

const linksForAdmins = [
  ...linksForStaff,
  { to: href('/admin/statistics'), label: 'Statistics' },
  { to: href('/admin/audit'), label: 'Audit' },
  { to: href('/admin/enquiries'), label: 'Enquiries' },
  { to: href('/admin/jobs'), label: 'Failed jobs' },
]

/** The navigation between the pages of the administration; reviewers have fewer than admins. */
export function AdminNav({ isAdmin }: { isAdmin: boolean }) {
  const links = isAdmin ? linksForAdmins : linksForStaff
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
