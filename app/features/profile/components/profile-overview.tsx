import { UserRound } from 'lucide-react'
import { href } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { DashboardOverviewCard } from '#app/ui/overview-card.tsx'
import { ProgressBars } from '#app/ui/progress-ranks.tsx'
import { profileCompletionFields, type profileCompletionOf } from '../rules.ts'

interface ProfileOverviewProps {
  /** Id of its heading. */
  id: string
  completion: ReturnType<typeof profileCompletionOf>
}

/** How complete a profile is, and what is missing. */
export function ProfileCompletionDashboardCard({ id, completion }: ProfileOverviewProps) {
  const { filled, percentage, missing } = completion
  return (
    <DashboardOverviewCard
      id={id}
      title="Profile overview"
      end={
        <span className="count num">
          {filled} of {profileCompletionFields.length}
        </span>
      }
    >
      <ProgressBars label="Profile completion" percentage={percentage} />
      {missing.length === 0 ? (
        <p className="text">Everything is filled in.</p>
      ) : (
        <p className="text">
          Still missing: {missing.map((field) => field.toLowerCase()).join(', ')}.{' '}
          <Link to={href('/profile')}>{missing.length === 1 ? 'Add it' : 'Add them'}</Link>
        </p>
      )}
    </DashboardOverviewCard>
  )
}

/** Shown to a member who has no profile yet. */
export function NoProfileYetCard({ id }: { id: string }) {
  return (
    <DashboardOverviewCard id={id} title="Complete Your Profile" end={<Badge icon={UserRound}>Welcome</Badge>}>
      <p className="text">Tell us who you are to get started.</p>
      <LinkButton to={href('/profile')}>Complete Your Profile</LinkButton>
    </DashboardOverviewCard>
  )
}
