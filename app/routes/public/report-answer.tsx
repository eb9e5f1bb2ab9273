import { data } from 'react-router'
import { ReportAnswerLinkInvalidPage, ReportAnswerPage } from '#app/features/reports/components/answer-page.tsx'
import { reportToasts } from '#app/features/reports/model.ts'
import { getReportAnswer } from '#app/features/reports/service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/report-answer.ts'
import { handleReportComplaintForm } from './report.actions.server.ts'

const readToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The decision about a report, behind the link in its email. Opening it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const view = await getReportAnswer(context.get(platformContext), readToken(request))
  return data({ view }, { status: view ? 200 : 404, headers: { 'Cache-Control': 'private, no-store' } })
}

/** Complains about it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { clientIp } = context.get(requestContext)
  const actor = await context.get(actorContext)()
  const sent = { platform: context.get(platformContext), actor, clientIp, token: readToken(request) }
  return handleReportComplaintForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, reportToasts.notSent)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'The answer to your report – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function ReportAnswer({ loaderData: { view }, actionData }: Route.ComponentProps) {
  return view ? <ReportAnswerPage view={view} answer={actionData} /> : <ReportAnswerLinkInvalidPage />
}
