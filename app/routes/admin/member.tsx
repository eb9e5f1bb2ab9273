import { data, redirect } from 'react-router'
import { explainForm } from '#app/features/account/schema.ts'
import { SuspensionForm } from '#app/features/profile/components/suspension-form.tsx'
import { suspensionMessages, suspensionSchema } from '#app/features/profile/schema.ts'
import { getMemberStatus, reinstateMember, suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'
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
  const member = await getMemberStatus(context.get(platformContext), actor, params.id)
  if (!member) throw data(null, { status: 404 })
  if (member.isSelf) throw redirect(backOf(request))
  return { member, back: backOf(request) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const platform = context.get(platformContext)
  const form = await readForm(request)
  const pageRequest = form.get('form')
  if (pageRequest !== 'suspend' && pageRequest !== 'reinstate') throw data(null, { status: 400 })
  if (params.id === actor.userId) return redirectWithFlash(backOf(request), suspensionMessages.self)
  const submission = parseForm(form, suspensionSchema)
  if (pageRequest === 'suspend' && submission.status !== 'success') {
    const messages = Object.values(submission.error ?? {}).flatMap((list) => list ?? [])
    return data<FormAnswer>({ toast: explainForm(messages), result: submission.reply() }, { status: 400 })
  }
  const changing =
    submission.status === 'success' && pageRequest === 'suspend'
      ? suspendMember(platform, actor, params.id, submission.value.reason)
      : reinstateMember(platform, actor, params.id)
  const result = await changing.catch((error: unknown) => {
    platform.log.error({ error }, 'a member could not be suspended or reinstated')
    return 'failed' as const
  })
  if (result === 'not-found') throw data(null, { status: 404 })
  return redirectWithFlash(backOf(request), suspensionMessages[result === 'failed' ? 'failed' : pageRequest])
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args)

export function meta({ loaderData }: Route.MetaArgs) {
  const act = loaderData?.member.suspendedAt ? 'Reinstate' : 'Suspend'
  return [{ title: `${act} a member – Admin – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MemberPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SuspensionForm {...loaderData} answer={actionData} />
}
