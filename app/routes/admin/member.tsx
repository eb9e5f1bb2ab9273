import { data, redirect } from 'react-router'
import { SuspensionForm } from '#app/features/profile/components/suspension-form.tsx'
import { suspensionMessages } from '#app/features/profile/schema.ts'
import { getMemberStanding, reinstateMember, suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { keepTyped } from '#app/ui/keep-typed.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/member.ts'
import { requireAdmin } from './staff-access.server.ts'

const list = '/admin?tab=profiles'

/** The page of the list that an address says to come back to. */
function backOf(request: Request): string {
  const back = ownPath(new URL(request.url).searchParams.get('back'))
  return back.startsWith('/admin?') ? back : list
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const member = await getMemberStanding(context.get(platformContext), actor, params.id)
  if (!member) throw data(null, { status: 404 })
  if (member.isSelf) throw redirect(backOf(request))
  return { member, back: backOf(request) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const platform = context.get(platformContext)
  const wish = (await readForm(request)).get('form')
  if (wish !== 'suspend' && wish !== 'reinstate') throw data(null, { status: 400 })
  if (params.id === actor.userId) return redirectWithFlash(backOf(request), suspensionMessages.self)
  const change = wish === 'suspend' ? suspendMember : reinstateMember
  const result = await change(platform, actor, params.id).catch((error: unknown) => {
    platform.log.error({ error }, 'a member could not be suspended or reinstated')
    return 'failed' as const
  })
  if (result === 'not-found') throw data(null, { status: 404 })
  return redirectWithFlash(backOf(request), suspensionMessages[result === 'failed' ? 'failed' : wish])
}

export const clientAction = (args: Route.ClientActionArgs) => keepTyped(args)

export function meta({ loaderData }: Route.MetaArgs) {
  const act = loaderData?.member.suspendedAt ? 'Reinstate' : 'Suspend'
  return [{ title: `${act} a member – Admin – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MemberPage({ loaderData }: Route.ComponentProps) {
  return <SuspensionForm {...loaderData} />
}
