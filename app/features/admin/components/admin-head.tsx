import { href, Link } from 'react-router'
import { LabelledNumbers } from '#app/ui/stats.tsx'
import type { AdminCounts } from '../model.ts'
import { type AdminTab, adminTabLabels } from '../rules.ts'
import './admin.css'
import '#app/ui/tabs.css'

interface AdminHeadProps {
  tab: AdminTab
  counts: AdminCounts
}

const number = (value: number) => value.toLocaleString('en-GB')

/** The head of the administration: counts and tabs. A reviewer has only one of each. */
export function AdminCountsAndTabsHeader({ tab, counts }: AdminHeadProps) {
  const { users, businesses, verifications, pending } = counts
  const waiting = pending === 0 ? 'Nothing is waiting for a decision' : `${number(pending)} waiting for a decision`
  const shown: AdminTab[] = users === null ? ['verifications'] : (Object.keys(adminTabLabels) as AdminTab[])
  return (
    <>
      <div className="admin-head">
        <h1>Admin</h1>
        <p className="muted">Every document and service number you open is recorded.</p>
      </div>
      <LabelledNumbers
        figures={[
          ...(users === null ? [] : [{ label: 'Total Users', value: number(users), note: 'Everyone with a profile' }]),
          ...(businesses === null
            ? []
            : [{ label: 'Total Businesses', value: number(businesses), note: 'Listed or not' }]),
          { label: 'Verifications', value: number(verifications), note: waiting },
        ]}
      />
      <nav className="tabs admin-tabs" aria-label="Admin">
        {shown.map((name) => (
          <Link
            key={name}
            className="tab"
            to={name === 'verifications' ? href('/admin') : `${href('/admin')}?tab=${name}`}
            preventScrollReset
            {...(name === tab && { 'aria-current': 'page' as const })}
          >
            {adminTabLabels[name]}
            {name === 'verifications' && pending > 0 && (
              <span className="count">
                {number(pending)}
                <span className="sr-only"> pending</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
    </>
  )
}
