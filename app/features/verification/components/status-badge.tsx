import { CircleAlert, CircleDashed, FileUp, Hourglass } from 'lucide-react'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { Badge } from '#app/ui/badge.tsx'
import { describeVerificationStatusForMember, verificationBadgeText } from '../rules.ts'

interface StatusBadgeProps {
  /** Null for none. */
  status: VerificationStatus | null
  /** The subject: for a member the badge says 'Verified Member', for a verification 'Verified'. */
  of?: 'member' | 'verification'
}

/** The status of a verification as a badge; green only if verified. */
export function VerificationStatusBadge({ status, of = 'verification' }: StatusBadgeProps) {
  const { title, tone, progress } = describeVerificationStatusForMember(status)
  const words = of === 'member' ? verificationBadgeText(status) : title
  if (tone === 'good') return <Badge verified>{words}</Badge>
  if (tone === 'none') return <Badge icon={CircleDashed}>{words}</Badge>
  const icon = tone === 'bad' ? CircleAlert : progress === 75 ? Hourglass : FileUp
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  )
}
