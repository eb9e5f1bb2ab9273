import { useState } from 'react'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { useLive } from '#app/ui/use-live.ts'
import { describeStatus } from '../rules.ts'

/** Reloads the page's data when the verification changes, and announces the new status to screen readers. */
export function LiveStatus({ status, version }: { status: VerificationStatus | null; version: string }) {
  useLive('member', version)
  const [first] = useState(status)
  return (
    <p className="sr-only" role="status">
      {status === first ? '' : `Verification: ${describeStatus(status).title}`}
    </p>
  )
}
