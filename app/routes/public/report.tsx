import { data } from 'react-router'
import { ReportContentPage, ReportSubjectNotFoundPage } from '#app/features/reports/components/report-page.tsx'
import { reportToasts } from '#app/features/reports/model.ts'
import { parseReportSubject } from '#app/features/reports/rules.ts'
import { getReportableContent } from '#app/features/reports/service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/report.ts'
import { handleReportForm } from './report.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = parseReportSubject(new URL(request.url).searchParams)
  const subject = asked && (await getReportableContent(context.get(platformContext), asked))
  if (!subject) return data({ subject: null, picture: null, email: null }, { status: 404 })
  const actor = await context.get(actorContext)()
  const picture = subject.pictures.some(({ id }) => id === asked?.picture) ? (asked?.picture ?? null) : null
  return data({ subject, picture, email: actor?.email ?? null }, { headers: { 'Cache-Control': 'private, no-store' } })
}

export async function action({ request, context }: Route.ActionArgs) {
  const asked = parseReportSubject(new URL(request.url).searchParams)
  if (!asked) throw data(null, { status: 400 })
  const { clientIp } = context.get(requestContext)
  const reporter = { actor: await context.get(actorContext)(), clientIp }
  return handleReportForm({ platform: context.get(platformContext), reporter, asked }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, reportToasts.notSent)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Report or correct – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Report({ loaderData: { subject, picture, email }, actionData }: Route.ComponentProps) {
  if (!subject) return <ReportSubjectNotFoundPage />
  return <ReportContentPage subject={subject} picture={picture} email={email} answer={actionData} />
}
