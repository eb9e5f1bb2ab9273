import type { SubmissionResult } from '@conform-to/react'
import { data, href, redirect } from 'react-router'
import { BusinessWizard } from '#app/features/businesses/components/business-wizard.tsx'
import { checkDraft } from '#app/features/businesses/creation-service.server.ts'
import { claimPendingStep, getDraft } from '#app/features/businesses/draft-service.server.ts'
import {
  type BusinessStep,
  businessMessages,
  businessSteps,
  businessStepTitles,
  type Draft,
  type FormStep,
  nameOfChoice,
  wizardFailures,
} from '#app/features/businesses/model.ts'
import { getOwnBusiness } from '#app/features/businesses/service.server.ts'
import { businessStepPath, businessWizardPath, parseBusinessStep } from '#app/features/businesses/wizard-rules.ts'
import type { ProfileView } from '#app/features/profile/model.ts'
import { getProfile } from '#app/features/profile/service.server.ts'
import { tileOf } from '#app/features/reference/industry-rules.ts'
import { getBusinessLookups } from '#app/features/reference/service.server.ts'
import { clearPendingForm, parsePendingFormToken } from '#app/lib/cookies.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import { requestPath } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { admitUnlessSuspended } from '../session-middleware.server.ts'
import { tryLoading } from '../try-loading.server.ts'
import type { Route } from './+types/business-onboarding.ts'
import { handleWizardForm } from './business-onboarding.actions.server.ts'

export const handle: RouteHandle = {
  cacheable: { parameters: ['step'], personal: ['from', 'check'], shows: ['reference'] },
}

const upload = href('/business-onboarding/picture')

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await admitUnlessSuspended(context)
  const wizard = await tryLoading(context, 'a draft could not be loaded', () => loadWizard(request, context, actor))
  return data({ wizard }, { status: wizard ? 200 : 503 })
}

/** @throws a redirect to another step or page */
async function loadWizard(request: Request, context: Route.LoaderArgs['context'], actor: Actor | null) {
  const platform = context.get(platformContext)
  const query = new URL(request.url).searchParams
  const lookups = await getBusinessLookups(platform)
  if (!actor) {
    if ((parseBusinessStep(query.get('step')) ?? 'profile') !== 'profile') throw redirect(businessStepPath('profile'))
    return { ...nothingYet, step: 'profile' as BusinessStep, lookups, tile: tileOf('', null) }
  }
  if (await getOwnBusiness(platform, actor)) throw redirect(href('/my-business'))
  await claim(platform, actor, request)
  const draft = await getDraft(platform, actor)
  const step = findStep(query.get('step'), draft)
  const profile = await getProfile(platform, actor)
  return {
    step,
    draft,
    suggested: profile && draft && !draft.savedSteps.includes('contact') ? contactOf(profile) : null,
    savedAt: draft && formatLongDateTime(draft.savedAt),
    isSignedIn: true,
    isVerified: profile?.verificationStatus === 'Verified',
    lookups,
    tile: tileOf(
      draft?.fields.profile.name ?? '',
      draft && nameOfChoice('industryId', draft.fields.profile.industryId ?? '', lookups),
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
  const token = await parsePendingFormToken('business', request.headers.get('Cookie'))
  if (!token) return
  const clearCookie = await clearPendingForm('business')
  if (await claimPendingStep(platform, actor, token)) {
    throw redirect(businessWizardPath, { headers: { 'Set-Cookie': clearCookie } })
  }
  throw await redirectWithFlash(requestPath(request.url), businessMessages.notClaimed, [clearCookie])
}

/** The step to show: the requested one, or where the draft was left. Always the first until there is a name. */
function findStep(requested: string | null, draft: Draft | null): BusinessStep {
  const step = parseBusinessStep(requested)
  const wanted = !draft?.fields.profile.name?.trim() ? 'profile' : (step ?? draft.step)
  if (wanted !== step) throw redirect(businessStepPath(wanted))
  return wanted
}

/** The first invalid step of a draft, with its messages and as the result of its form. */
async function findProblem(platform: Pick<Platform, 'db' | 'referenceCache'>, actor: Actor, draft: Draft) {
  const problem = await checkDraft(platform, actor)
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
  return handleWizardForm(sent, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, wizardFailures)

export function meta({ loaderData }: Route.MetaArgs) {
  const step: FormStep | 'review' = loaderData?.wizard?.step ?? 'profile'
  const title = `${businessStepTitles[step]}, step ${businessSteps.indexOf(step) + 1} of ${businessSteps.length}`
  return [{ title: `${title} – List your business – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function BusinessOnboarding({ loaderData: { wizard }, actionData }: Route.ComponentProps) {
  if (wizard) return <BusinessWizard {...wizard} upload={upload} answer={actionData} />
  return (
    <>
      <FlashMessage message={businessMessages.draftNotLoaded} />
      <LoadFailed {...businessMessages.draftNotLoaded} retry={businessWizardPath} />
    </>
  )
}
