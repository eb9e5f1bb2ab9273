import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import { ChangedNames } from '#app/features/verification/components/changed-names.tsx'
import { nameMessages, parseNameFilter } from '#app/features/verification/names/model.ts'
import { getNameChanges } from '#app/features/verification/names/service.server.ts'
import { parsePageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/names.ts'
import { handleNamesForm } from './names.actions.server.ts'
import { requireStaffPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffPage(request, context)
  const { searchParams } = new URL(request.url)
  const filter = parseNameFilter(searchParams.get('of'))
  const page = await getNameChanges(context.get(platformContext), actor, filter, parsePageRequest(searchParams))
  return { page, filter, isAdmin: canOpenAdminPages(actor) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireStaffPage(request, context)
  return handleNamesForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, nameMessages.failed)

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
        <AnswerNotice answer={actionData} />
        <ChangedNames {...list} />
      </div>
    </>
  )
}
