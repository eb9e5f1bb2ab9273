import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { HandoverInvitation } from '../../handover/schema.ts'

/** The invitations of a member to take a listing on, for pages that they come to after registering. */
export function HandoverInvitations({ invitations }: { invitations: HandoverInvitation[] }) {
  return invitations.map(({ businessName, path }) => (
    <Notice key={path} tone="waiting">
      <p>You are invited to take on the listing of {businessName}.</p>
      <p>
        <Link to={path}>Read the invitation</Link>
      </p>
    </Notice>
  ))
}
