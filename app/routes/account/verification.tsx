import { data, href, redirect } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { VerificationExplainer } from '#app/features/verification/components/explainer.tsx'
import { OwnVerificationPage } from '#app/features/verification/components/verification-details.tsx'
import { VerificationWizard } from '#app/features/verification/components/verification-wizard.tsx'
import { ownVerificationFormFailureToasts, ownVerificationToasts } from '#app/features/verification/model.ts'
import {
  parseVerificationStep,
  verificationDecisionDueAt,
  verificationStepPath,
  verificationSteps,
  verificationStepTitles,
  verificationWizardPath,
} from '#app/features/verification/rules.ts'
import {
  claimPendingMilitaryService,
  firstIncompleteVerificationStep,
  getMilitaryServiceLookups,
  getOwnVerification,
  type OwnVerification,
} from '#app/features/verification/service.server.ts'
import { parsePendingFormTokenCookie, serializePendingFormCookieDeletion } from '#app/lib/cookies.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { LoadFailedPage } from '#app/ui/load-failed.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { admitUnlessSuspended } from '../session-middleware.server.ts'
import { tryLoadingPageData } from '../try-loading.server.ts'
import type { Route } from './+types/verification.ts'
import { loadOwnVerificationDocuments } from './own-documents.server.ts'
import { handleMemberVerificationForm, handleVisitorVerificationForm } from './verification.actions.server.ts'

export const handle: RouteHandle = { cacheable: { parameters: ['step'], shows: ['reference'] } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await admitUnlessSuspended(context)
  const frame = { email: siteDetails.email, publicUrl: context.get(requestContext).publicUrl }
  const view = await tryLoadingPageData(context, 'a verification could not be loaded', () =>
    loadView(request, context, actor),
  )
  return data({ ...frame, view }, { status: view ? 200 : 503 })
}

/** @throws a redirect to another step or page */
async function loadView(request: Request, context: Route.LoaderArgs['context'], actor: Actor | null) {
  const platform = context.get(platformContext)
  const asked = parseVerificationStep(new URL(request.url).searchParams.get('step'))
  if (!actor) {
    if (asked && asked !== 'military') throw redirect(verificationWizardPath)
    return { is: 'visitor' as const, lookups: await getMilitaryServiceLookups(platform) }
  }
  await claim(platform, actor, request)
  const own = await getOwnVerification(platform, actor)
  // The dashboard tells a user without a profile what to do.
  if (!own) throw redirect(href('/dashboard'))
  const shared = { own, ...(await loadOwnVerificationDocuments(platform, actor)) }
  const { documents } = shared
  if (!own.isOpen) {
    if (asked) throw redirect(verificationWizardPath)
    return { is: 'status' as const, ...shared }
  }
  const reached = firstIncompleteVerificationStep(own, documents ?? [])
  // The page reloads after each upload and must stay at this step.
  if (!asked && reached === 'documents') throw redirect(verificationStepPath(reached))
  const step = asked ?? reached
  // No further than the first step that is not done.
  if (verificationSteps.indexOf(step) > verificationSteps.indexOf(reached))
    throw redirect(verificationStepPath(reached))
  const lookups = await getMilitaryServiceLookups(platform)
  const dueAt = verificationDecisionDueAt(new Date())
  return { is: 'wizard' as const, step, reached, lookups, dueAt, ...shared }
}

/** Saves what somebody typed before they signed in. */
async function claim(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'referenceCache' | 'vault'>,
  actor: Actor,
  request: Request,
): Promise<void> {
  const token = await parsePendingFormTokenCookie('verification', request.headers.get('Cookie'))
  if (!token) return
  const clearCookie = await serializePendingFormCookieDeletion('verification')
  if (await claimPendingMilitaryService(platform, actor, token)) {
    throw await redirectWithFlash(verificationWizardPath, ownVerificationToasts.detailsSaved, [clearCookie])
  }
  throw await redirectWithFlash(requestPathInBrowser(request.url), ownVerificationToasts.notClaimed, [clearCookie])
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  const platform = context.get(platformContext)
  const actor = await admitUnlessSuspended(context)
  if (actor) return handleMemberVerificationForm({ platform, actor }, form)
  return handleVisitorVerificationForm({ platform, clientIp: context.get(requestContext).clientIp }, form)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, ownVerificationFormFailureToasts)

export function meta({ loaderData }: Route.MetaArgs) {
  const { publicUrl = '', view } = loaderData ?? {}
  if (view?.is !== 'visitor') {
    const place =
      view?.is === 'wizard'
        ? `${verificationStepTitles[view.step]}, step ${verificationSteps.indexOf(view.step) + 1} of ${verificationSteps.length} – Verification`
        : 'Your verification'
    return [{ title: `${place} – Muster` }, { name: 'robots', content: 'noindex' }]
  }
  return pageMeta({
    title: 'Verification',
    description:
      'How Muster checks that a business is owned by a veteran or their family. Verification and listing are free.',
    canonical: `${publicUrl}${verificationWizardPath}`,
    picture: {
      url: `${publicUrl}/picture.png`,
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
  })
}

export default function VerificationRoute({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { view, email } = loaderData
  if (!view) {
    return (
      <>
        <FlashMessage message={ownVerificationToasts.notLoaded} />
        <LoadFailedPage {...ownVerificationToasts.notLoaded} retry={verificationWizardPath} />
      </>
    )
  }
  if (view.is === 'visitor') {
    const { lookups } = view
    return (
      <>
        <VerificationWizard step="military" reached="military" hasBegun={false} {...nothing} {...{ lookups, answer }} />
        <VerificationExplainer email={email} />
      </>
    )
  }
  const { own, documents, deleted } = view
  const problem = <FlashMessage message={view.problem} />
  if (view.is === 'status') {
    return (
      <>
        {problem}
        <OwnVerificationPage {...own} {...{ documents, deleted, answer }} />
      </>
    )
  }
  const { step, reached, lookups, dueAt } = view
  return (
    <>
      {problem}
      <VerificationWizard
        {...{ step, reached, lookups, dueAt, documents, deleted, answer }}
        {...own}
        hasBegun={own.status !== null}
      />
      {step === 'military' && own.status === null && <VerificationExplainer email={email} />}
    </>
  )
}

const nothing: Pick<OwnVerification, 'details' | 'profileRelationshipTypeId' | 'isDeclared' | 'words'> & {
  documents: []
  deleted: []
} = { details: null, profileRelationshipTypeId: null, isDeclared: false, words: null, documents: [], deleted: [] }
