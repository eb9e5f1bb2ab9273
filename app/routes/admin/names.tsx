import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import { VerificationNameChangesList } from '#app/features/verification/components/changed-names.tsx'
import {
  parseVerificationNameChangeFilter,
  verificationNameChangeToasts,
} from '#app/features/verification/names/model.ts'
import { getVerificationNameChanges } from '#app/features/verification/names/service.server.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/names.ts'
import { handleVerificationNameChangeForm } from './names.actions.server.ts'
import { requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const { searchParams } = new URL(request.url)
  const filter = parseVerificationNameChangeFilter(searchParams.get('of'))
  const page = await getVerificationNameChanges(
    context.get(platformContext),
    actor,
    filter,
    parseKeysetPageRequest(searchParams),
  )
  return { page, filter, isAdmin: canOpenAdminPages(actor) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireStaffForPage(request, context)
  return handleVerificationNameChangeForm(
    { platform: context.get(platformContext), actor },
    await readFormData(request),
  )
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, verificationNameChangeToasts.failed)

export function meta() {
  return [{ title: 'Changed names – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Names({ loaderData: { isAdmin, ...list }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      <div className="wrap admin-page">
        <div className="admin-page-head">
          <h1>Changed names</h1>
          <p className="lead">
            Verified members who are called something else than when they were checked, or whose business is. Accept the
            new name, or open the case: an admin can reopen or revoke it there.
          </p>
        </div>
        <FormAnswerNotice answer={actionData} />
        <VerificationNameChangesList {...list} />
      </div>
    </>
  )
}
