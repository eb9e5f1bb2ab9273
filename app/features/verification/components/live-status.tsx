import { useState } from 'react'
import { useLive } from '#app/ui/use-live.ts'
import { describeStatus } from '../rules.ts'

/** Keeps the page up with the member's verification, and says aloud how it stands once that changes. */
export function LiveStatus({ status, version }: { status: string | null; version: string }) {
  useLive('member', version)
  const [first] = useState(status)
  return (
    <p className="sr-only" role="status">
      {status === first ? '' : `Verification: ${describeStatus(status).title}`}
    </p>
  )
}
