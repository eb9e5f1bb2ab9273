import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Tells an owner on their dashboard of a decision that they can appeal. */
export function DashboardModerationNotice() {
  return (
    <div className="mb-5">
      <Notice tone="waiting">
        <p>
          We made a decision about your content. <Link to={href('/notices')}>See what and why</Link>
        </p>
      </Notice>
    </div>
  )
}
