import { NavLink } from 'react-router'

const links = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/statistics', label: 'Statistics' },
  { to: '/admin/audit', label: 'Audit' },
  { to: '/admin/enquiries', label: 'Enquiries' },
  { to: '/admin/jobs', label: 'Failed jobs' },
]

/** Ways between the pages of administration; reviewers have one alone, and so none to choose from. */
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
