import { useState } from 'react'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { useLiveReload } from '#app/ui/use-live.ts'
import { describeVerificationStatusForMember } from '../rules.ts'

/** Reloads the page's data when the verification changes, and announces the new status to screen readers. */
export function VerificationStatusLiveReload({
  status,
  version,
}: {
  status: VerificationStatus | null
  version: string
}) {
  useLiveReload('member', version)
  const [first] = useState(status)
  return (
    <p className="sr-only" role="status">
      {status === first ? '' : `Verification: ${describeVerificationStatusForMember(status).title}`}
    </p>
  )
}
