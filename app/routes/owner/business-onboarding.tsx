import type { SubmissionResult } from '@conform-to/react'
import { data, href, redirect } from 'react-router'
import { BusinessWizard } from '#app/features/businesses/components/business-wizard.tsx'
import { findFirstInvalidStepOfOwnBusinessDraft } from '#app/features/businesses/creation-service.server.ts'
import {
  getOwnBusinessDraft,
  movePendingBusinessStepIntoOwnDraft,
} from '#app/features/businesses/draft-service.server.ts'
import {
  type BusinessWizardFormStep,
  type BusinessWizardStep,
  businessWizardFailureToasts,
  businessWizardSteps,
  businessWizardStepTitles,
  labelOfChosenBusinessFieldValue,
  type OwnBusinessDraft,
  ownBusinessToasts,
} from '#app/features/businesses/model.ts'
import { getOwnBusinessWithPictures } from '#app/features/businesses/service.server.ts'
import {
  businessWizardPath,
  businessWizardStepPath,
  parseBusinessWizardStep,
} from '#app/features/businesses/wizard-rules.ts'
import type { ProfileView } from '#app/features/profile/model.ts'
import { getOwnProfile } from '#app/features/profile/service.server.ts'
import { businessLogoPlaceholderOf } from '#app/features/reference/industry-rules.ts'
import { getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import { parsePendingFormTokenCookie, serializePendingFormCookieDeletion } from '#app/lib/cookies.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
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
import type { Route } from './+types/business-onboarding.ts'
import { handleBusinessWizardForm } from './business-onboarding.actions.server.ts'

export const handle: RouteHandle = {
  cacheable: { parameters: ['step'], personal: ['from', 'check'], shows: ['reference'] },
}

const upload = href('/business-onboarding/picture')

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await admitUnlessSuspended(context)
  const wizard = await tryLoadingPageData(context, 'a draft could not be loaded', () =>
    loadWizard(request, context, actor),
  )
  return data({ wizard }, { status: wizard ? 200 : 503 })
}

/** @throws a redirect to another step or page */
async function loadWizard(request: Request, context: Route.LoaderArgs['context'], actor: Actor | null) {
  const platform = context.get(platformContext)
  const query = new URL(request.url).searchParams
  const lookups = await getBusinessFormLookups(platform)
  if (!actor) {
    if ((parseBusinessWizardStep(query.get('step')) ?? 'profile') !== 'profile')
      throw redirect(businessWizardStepPath('profile'))
    return { ...nothingYet, step: 'profile' as BusinessWizardStep, lookups, tile: businessLogoPlaceholderOf('', null) }
  }
  if (await getOwnBusinessWithPictures(platform, actor)) throw redirect(href('/my-business'))
  await claim(platform, actor, request)
  const draft = await getOwnBusinessDraft(platform, actor)
  const step = findStep(query.get('step'), draft)
  const profile = await getOwnProfile(platform, actor)
  return {
    step,
    draft,
    suggested: profile && draft && !draft.savedSteps.includes('contact') ? contactOf(profile) : null,
    savedAt: draft && formatLongDateTime(draft.savedAt),
    isSignedIn: true,
    isVerified: profile?.verificationStatus === 'Verified',
    lookups,
    tile: businessLogoPlaceholderOf(
      draft?.fields.profile.name ?? '',
      draft && labelOfChosenBusinessFieldValue('industryId', draft.fields.profile.industryId ?? '', lookups),
    ),
    problem: draft && (step === 'review' || query.has('check')) ? await findProblem(platform, actor, draft) : null,
  }
}

/** How to reach the member, as the second step asks for it. */
const contactOf = ({ personalEmail, personalMobile }: ProfileView) => ({
  email: personalEmail,
  businessPhoneNumber: personalMobile ?? '',
})

const nothingYet = { draft: null, suggested: null, savedAt: null, isSignedIn: false, isVerified: false, problem: null }

/** Moves what the member typed before signing in into their draft, and redirects to show it. */
async function claim(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'vault'>,
  actor: Actor,
  request: Request,
): Promise<void> {
  const token = await parsePendingFormTokenCookie('business', request.headers.get('Cookie'))
  if (!token) return
  const clearCookie = await serializePendingFormCookieDeletion('business')
  if (await movePendingBusinessStepIntoOwnDraft(platform, actor, token)) {
    throw redirect(businessWizardPath, { headers: { 'Set-Cookie': clearCookie } })
  }
  throw await redirectWithFlash(requestPathInBrowser(request.url), ownBusinessToasts.notClaimed, [clearCookie])
}

/** The step to show: the requested one, or where the draft was left. Always the first until there is a name. */
function findStep(requested: string | null, draft: OwnBusinessDraft | null): BusinessWizardStep {
  const step = parseBusinessWizardStep(requested)
  const wanted = !draft?.fields.profile.name?.trim() ? 'profile' : (step ?? draft.step)
  if (wanted !== step) throw redirect(businessWizardStepPath(wanted))
  return wanted
}

/** The first invalid step of a draft, with its messages and as the result of its form. */
async function findProblem(platform: Pick<Platform, 'db' | 'referenceCache'>, actor: Actor, draft: OwnBusinessDraft) {
  const problem = await findFirstInvalidStepOfOwnBusinessDraft(platform, actor)
  if (!problem) return null
  const { step, errors } = problem
  const result: SubmissionResult = { status: 'error', initialValue: draft.fields[step], error: errors }
  return { step, messages: Object.values(errors).flat(), result }
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = {
    platform: context.get(platformContext),
    actor: await admitUnlessSuspended(context),
    clientIp: context.get(requestContext).clientIp,
    fromReview: new URL(request.url).searchParams.get('from') === 'review',
  }
  return handleBusinessWizardForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, businessWizardFailureToasts)

export function meta({ loaderData }: Route.MetaArgs) {
  const step: BusinessWizardFormStep | 'review' = loaderData?.wizard?.step ?? 'profile'
  const title = `${businessWizardStepTitles[step]}, step ${businessWizardSteps.indexOf(step) + 1} of ${businessWizardSteps.length}`
  return [{ title: `${title} – List your business – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function BusinessOnboarding({ loaderData: { wizard }, actionData }: Route.ComponentProps) {
  if (wizard) return <BusinessWizard {...wizard} upload={upload} answer={actionData} />
  return (
    <>
      <FlashMessage message={ownBusinessToasts.draftNotLoaded} />
      <LoadFailedPage {...ownBusinessToasts.draftNotLoaded} retry={businessWizardPath} />
    </>
  )
}
