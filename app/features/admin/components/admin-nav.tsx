import { href, NavLink, useRouteLoaderData } from 'react-router'
import { type StaffOpenReportsCount, staffPagesRouteId } from '#app/features/reports/model.ts'
import { reportsPath } from '#app/features/reports/rules.ts'
import './admin.css'

const linksForStaff = [
  { to: href('/admin'), label: 'Overview' },
  { to: href('/admin/names'), label: 'Changed names' },
  { to: href('/admin/facts'), label: 'Facts to check' },
  { to: reportsPath, label: 'Reports' },
  { to: href('/admin/offers'), label: 'Offers' },
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
  const openReports = useRouteLoaderData<StaffOpenReportsCount>(staffPagesRouteId)?.openReports ?? 0
  const links = isAdmin ? linksForAdmins : linksForStaff
  return (
    <nav className="admin-nav" aria-label="Staff pages">
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end>
              {label}
              {to === reportsPath && openReports > 0 && (
                <span className="count">
                  {openReports.toLocaleString('en-GB')}
                  <span className="sr-only"> to decide</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
