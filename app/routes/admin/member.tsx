import { data, href, redirect } from 'react-router'
import { MemberSuspensionForm } from '#app/features/profile/components/suspension-form.tsx'
import { memberSuspensionToasts } from '#app/features/profile/model.ts'
import { getMemberForSuspension } from '#app/features/profile/suspension-service.server.ts'
import { requestPathInBrowser, sameOriginPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/member.ts'
import { handleStaffFormAboutMember } from './admin.actions.server.ts'
import { requireAdminForPage } from './staff-access.server.ts'

const list = `${href('/admin')}?tab=profiles`

/** The page of the list to return to, from the URL. */
function backOf(request: Request): string {
  const back = sameOriginPath(new URL(request.url).searchParams.get('back'))
  return back.startsWith('/admin?') ? back : list
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdminForPage(request, context)
  const member = await getMemberForSuspension(context.get(platformContext), actor, params.id)
  if (!member) throw data(null, { status: 404 })
  if (member.isSelf) throw redirect(backOf(request))
  return { member, back: backOf(request) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdminForPage(request, context)
  const sent = {
    platform: context.get(platformContext),
    actor,
    id: params.id,
    back: backOf(request),
    path: requestPathInBrowser(request.url),
  }
  return handleStaffFormAboutMember(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, memberSuspensionToasts.failed)

export function meta({ loaderData }: Route.MetaArgs) {
  const act = loaderData?.member.suspendedAt ? 'Reinstate' : 'Suspend'
  return [{ title: `${act} a member – Admin – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MemberPage({ loaderData, actionData }: Route.ComponentProps) {
  return <MemberSuspensionForm {...loaderData} answer={actionData} />
}
