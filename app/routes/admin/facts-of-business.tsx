import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import {
  BusinessFactsToConfirmPage,
  ReviewerExcludedFromBusinessFactsPage,
} from '#app/features/verification/components/facts-to-confirm.tsx'
import { getWaitingBusinessFacts } from '#app/features/verification/facts/decision-service.server.ts'
import { businessFactNotDecidedToast } from '#app/features/verification/facts/model.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { answerUnsentFormsAboveFields } from '#app/ui/answer-in-place.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/facts-of-business.ts'
import { handleBusinessFactDecisionForm } from './facts.actions.server.ts'
import { requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const found = await getWaitingBusinessFacts(context.get(platformContext), actor, params.id)
  if (found.outcome === 'not-found') throw data(null, { status: 404 })
  return { found, isAdmin: canOpenAdminPages(actor) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireStaffForPage(request, context)
  const sent = { platform: context.get(platformContext), actor, id: params.id }
  return handleBusinessFactDecisionForm(sent, await readFormData(request))
}

/** Also after a refusal, as the business may not be as it was shown. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, businessFactNotDecidedToast, answerUnsentFormsAboveFields('fact-decision'))

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.found.outcome === 'open' ? loaderData.found.business.name : 'Facts to check'
  return [{ title: `${name} – Facts to check – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function FactsOfBusinessPage({ loaderData: { found, isAdmin }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      {found.outcome === 'open' ? (
        <BusinessFactsToConfirmPage {...found} answer={actionData} />
      ) : (
        <ReviewerExcludedFromBusinessFactsPage isOwn={found.outcome === 'own'} />
      )}
    </>
  )
}
