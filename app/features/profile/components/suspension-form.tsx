import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FactList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { MemberStanding } from '../schema.ts'

interface SuspensionFormProps {
  member: MemberStanding
  /** Where the list is that it was reached from. */
  back: string
}

/** Asks an admin once more before a member is suspended or reinstated, and says what that does. */
export function SuspensionForm({ member, back }: SuspensionFormProps) {
  const { name, email, userType, joinedAt, suspendedAt } = member
  const does = suspendedAt
    ? ['They can log in again.', 'Their business is shown where it was.', 'A mail tells them.']
    : [
        'They are signed out everywhere and cannot log in.',
        'Their business is not shown in the directory.',
        'Nothing of theirs is deleted.',
        'A mail tells them, and how to reach us.',
      ]
  return (
    <div className="wrap section member-standing">
      <Link className="more" to={back}>
        <Icon of={ArrowLeft} size="small" />
        Profiles
      </Link>
      <h1>
        {suspendedAt ? 'Reinstate' : 'Suspend'} {name}?
      </h1>
      <FactList
        facts={[
          ['E-mail', email],
          ['User type', userType],
          ['Joined', formatDate(joinedAt)],
          ...(suspendedAt ? ([['Suspended', formatDateTime(suspendedAt)]] as [string, string][]) : []),
        ]}
      />
      <ul className="plain-list">
        {does.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="row">
        <LinkButton kind="secondary" to={back}>
          Cancel
        </LinkButton>
        {suspendedAt ? (
          <ButtonForm name="reinstate" submit="Reinstate member" busy="Reinstating..." />
        ) : (
          <ButtonForm name="suspend" kind="danger" submit="Suspend member" busy="Suspending..." />
        )}
      </div>
    </div>
  )
}
