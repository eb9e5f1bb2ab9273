import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { verificationCasePath, verificationQueuePath } from '#app/features/admin/rules.ts'
import { getNextClaimableCaseId } from '#app/features/admin/service.server.ts'
import {
  CaseClaimedByAnotherReviewerPage,
  CaseExcludedForReviewerPage,
  ClosedVerificationCasePage,
  ReviewerOwnVerificationCasePage,
  UnclaimedVerificationCasePage,
  VerificationCaseReviewPage,
} from '#app/features/verification/components/case-view.tsx'
import { getVerificationCaseForReviewer } from '#app/features/verification/decisions/case-service.server.ts'
import {
  type VerificationCaseFormRefusal,
  verificationCaseFailureToasts,
} from '#app/features/verification/decisions/model.ts'
import { canReverseVerificationDecisions } from '#app/features/verification/policy.server.ts'
import type { FormName } from '#app/lib/form-names.ts'
import { formatRelativeDate } from '#app/lib/relative-date.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { answerUnsentFormsAboveFields } from '#app/ui/answer-in-place.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/case.ts'
import { handleVerificationCaseForm } from './case.actions.server.ts'
import { verificationQueueOrderOfRequest } from './queue-order.server.ts'
import { requireAdminForPage, requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const platform = context.get(platformContext)
  const order = await verificationQueueOrderOfRequest(request)
  const found = await getVerificationCaseForReviewer(platform, actor, params.id)
  if (found.outcome === 'not-found') throw data(null, { status: 404 })
  const hasNext = (await getNextClaimableCaseId(platform, actor, params.id, order)) !== null
  const ways = { queue: verificationQueuePath(order), hasNext }
  if (found.outcome === 'closed') return { found: { ...found, isAdmin: canReverseVerificationDecisions(actor) }, ways }
  if (found.outcome !== 'open') return { found, ways }
  const submitted = formatRelativeDate(found.details.waitingSince, new Date()).replace('Recently', 'just now')
  const { documents } = found.details
  const asked = new URL(request.url).searchParams.get('document')
  const shown = documents.find(({ id }) => id === asked) ?? documents[0] ?? null
  return { found: { ...found, submitted, shown, address: verificationCasePath(params.id, order) }, ways }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  // Decisions are taken back by admins alone.
  const require = ['revoke', 'reopen'].includes(String(form.get('form'))) ? requireAdminForPage : requireStaffForPage
  const actor = await require(request, context)
  const sent = {
    platform: context.get(platformContext),
    actor,
    id: params.id,
    order: await verificationQueueOrderOfRequest(request),
  }
  return handleVerificationCaseForm(sent, form)
}

/** The forms that show the answer to them above their fields. */
const formsWithText: readonly FormName[] = ['decision', 'record-seen', 'revoke', 'reopen']

/** Also after a refusal because the case has changed. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, verificationCaseFailureToasts, answerUnsentFormsAboveFields(...formsWithText))

export function meta({ loaderData }: Route.MetaArgs) {
  const found = loaderData?.found
  const name = found && found.outcome !== 'own' ? found.details.name : 'Verification'
  return [{ title: `${name} – Admin – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      {actionData?.toast && !formsWithText.includes(actionData.form) && (
        <div className="wrap">
          <FormAnswerNotice answer={actionData} />
        </div>
      )}
      <Case {...loaderData} answer={actionData} />
    </>
  )
}

function Case({
  found,
  ways,
  answer,
}: Route.ComponentProps['loaderData'] & { answer: VerificationCaseFormRefusal | undefined }) {
  switch (found.outcome) {
    case 'open':
      return <VerificationCaseReviewPage key={found.details.id} {...found} ways={ways} answer={answer} />
    case 'free':
      return <UnclaimedVerificationCasePage {...found} ways={ways} />
    case 'held':
      return <CaseClaimedByAnotherReviewerPage {...found} ways={ways} />
    case 'closed':
      return <ClosedVerificationCasePage {...found} ways={ways} answer={answer} />
    case 'excluded':
      return <CaseExcludedForReviewerPage {...found} ways={ways} />
    case 'own':
      return <ReviewerOwnVerificationCasePage ways={ways} />
  }
}
