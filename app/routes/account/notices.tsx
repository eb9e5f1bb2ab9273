import { href } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { appealReportDecision, getOwnModerationNotices } from '#app/features/reports/appeal-service.server.ts'
import { OwnModerationNoticesPage } from '#app/features/reports/components/notice-list.tsx'
import { reportAppealSchema } from '#app/features/reports/form-schema.ts'
import { reportToasts } from '#app/features/reports/model.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, makeHandlerOfForms, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/notices.ts'

/** What was decided about what the member shows. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  return { notices: await getOwnModerationNotices(context.get(platformContext), actor) }
}

const appealForm = defineForm({
  name: 'report-appeal',
  schema: reportAppealSchema,
  explain: accountFormProblemToast,
  failed: reportToasts.notSent,
  handle: async ({ platform, actor }: { platform: Platform; actor: Actor }, appeal, refuse) => {
    const result = await appealReportDecision(platform, actor, appeal)
    if (result === 'not-found') return refuse(reportToasts.notSent, { status: 404 })
    const message = { done: reportToasts.appealed, again: reportToasts.again, late: reportToasts.late }[result]
    return redirectWithFlash(href('/notices'), message)
  },
})

const handleAppealForm = makeHandlerOfForms([appealForm])

/** Appeals one. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleAppealForm({ platform: context.get(platformContext), actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, reportToasts.notSent)

export function meta() {
  return [{ title: 'Decisions about your content – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function NoticesRoute({ loaderData: { notices }, actionData }: Route.ComponentProps) {
  return <OwnModerationNoticesPage notices={notices} answer={actionData} />
}
