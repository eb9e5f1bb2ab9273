import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ReceivedOwnershipInvitation } from '../../transfer/model.ts'

/** The invitations of a member to take a listing on, for pages that they come to after registering. */
export function ReceivedOwnershipInvitationNotices({ invitations }: { invitations: ReceivedOwnershipInvitation[] }) {
  return invitations.map(({ businessName, path }) => (
    <Notice key={path} tone="waiting">
      <p>You have been invited to take over the listing of {businessName}.</p>
      <p>
        <Link to={path}>Read the invitation</Link>
      </p>
    </Notice>
  ))
}
