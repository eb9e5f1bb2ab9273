import { data, href, redirect } from 'react-router'
import { authTabPath } from '#app/features/account/components/auth-path.ts'
import { createBusinessFromDraft } from '#app/features/businesses/creation-service.server.ts'
import {
  discardOwnBusinessDraft,
  saveOwnBusinessDraftStep,
  savePendingBusinessStep,
  setOwnBusinessDraftResumeStep,
} from '#app/features/businesses/draft-service.server.ts'
import { type BusinessDraftValues, businessWizardStepSchemas } from '#app/features/businesses/form-schema.ts'
import {
  type BusinessWizardFormStep,
  businessWizardFailureToasts,
  businessWizardFormSteps,
  invalidBusinessWizardStepToast,
  ownBusinessToasts,
} from '#app/features/businesses/model.ts'
import { serverSideBusinessFormErrors } from '#app/features/businesses/values-service.server.ts'
import {
  adjacentBusinessWizardStep,
  businessWizardPath,
  businessWizardStepPath,
  parseBusinessWizardStep,
} from '#app/features/businesses/wizard-rules.ts'
import { getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import { serializePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { type BusinessPictureFormContext, businessPictureFormHandlers } from './picture.actions.server.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Whether the step was opened from the review and leads back there. */
  fromReview: boolean
}

const myBusinessPath = href('/my-business')

/** Refuses what only the server can tell; null if nothing is wrong. */
async function refuseProblems(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  values: Partial<BusinessDraftValues>,
  refuse: RefuseFormFunction,
) {
  const errors = serverSideBusinessFormErrors(await getBusinessFormLookups(platform), values)
  return Object.keys(errors).length > 0 ? refuse(invalidBusinessWizardStepToast(), { errors }) : null
}

const stepForm = (step: BusinessWizardFormStep) =>
  defineForm({
    name: step,
    schema: businessWizardStepSchemas[step],
    explain: invalidBusinessWizardStepToast,
    failed: ownBusinessToasts.notSaved,
    // Invalid values are saved as typed, to be corrected in this step.
    with: async ({ platform, actor }: Sent, form) => {
      const saved = await saveOwnBusinessDraftStep(platform, actor, step, Object.fromEntries(form), step)
      return saved === 'has-business' ? redirect(myBusinessPath) : {}
    },
    handle: async ({ platform, actor, fromReview }: Sent, values: Partial<BusinessDraftValues>, refuse, form) => {
      const refused = await refuseProblems(platform, values, refuse)
      const next = fromReview ? 'review' : (adjacentBusinessWizardStep(step, 1) ?? 'review')
      const saved = await saveOwnBusinessDraftStep(
        platform,
        actor,
        step,
        Object.fromEntries(form),
        refused ? step : next,
      )
      if (saved === 'has-business') return redirect(myBusinessPath)
      return refused ?? redirect(businessWizardStepPath(next))
    },
  })

/** Saves what is being typed. */
const keepForm = defineForm({
  name: 'keep',
  failed: ownBusinessToasts.notSaved,
  handle: async ({ platform, actor }: Sent, _, __, form) => {
    const step = businessWizardFormSteps.find((each) => each === form.get('step'))
    if (!step) throw data(null, { status: 400 })
    await saveOwnBusinessDraftStep(platform, actor, step, Object.fromEntries(form), step)
    return data(undefined)
  },
})

const reviewForm = defineForm({
  name: 'review',
  failed: businessWizardFailureToasts.review,
  handle: async ({ platform, actor }: Sent, _, __, form) => {
    const result = await createBusinessFromDraft(platform, actor, String(form.get('draft')))
    switch (result.outcome) {
      case 'created':
        return redirectWithFlash(href('/dashboard'), ownBusinessToasts.created)
      case 'exists':
        return redirect(myBusinessPath)
      case 'no-draft':
        return redirectWithFlash(businessWizardPath, ownBusinessToasts.draftGone)
      case 'incomplete':
        await setOwnBusinessDraftResumeStep(platform, actor, result.step)
        return redirect(`${businessWizardStepPath(result.step)}&check=1&from=review`)
    }
  },
})

const discardForm = defineForm({
  name: 'discard',
  failed: businessWizardFailureToasts.discard,
  handle: async ({ platform, actor }: Sent) => {
    await discardOwnBusinessDraft(platform, actor)
    return redirectWithFlash(href('/dashboard'), ownBusinessToasts.draftDiscarded)
  },
})

const handleOwnerForm = makeHandlerOfForms<Sent & BusinessPictureFormContext, FormRefusal>([
  ...businessWizardFormSteps.map(stepForm),
  keepForm,
  reviewForm,
  discardForm,
  ...businessPictureFormHandlers,
])

interface SentByVisitor {
  platform: Platform
  clientIp: string
}

/** Saves what a visitor filled in for after they have signed in. */
const pendingProfileForm = defineForm({
  name: 'profile',
  schema: businessWizardStepSchemas.profile,
  explain: invalidBusinessWizardStepToast,
  failed: ownBusinessToasts.notSaved,
  handle: async ({ platform, clientIp }: SentByVisitor, values, refuse, form) => {
    const refused = await refuseProblems(platform, values, refuse)
    if (refused) return refused
    const pending = await savePendingBusinessStep(platform, clientIp, Object.fromEntries(form))
    if ('minutes' in pending) return refuse(ownBusinessToasts.tooManyPending(pending.minutes), { status: 429 })
    const cookie = await serializePendingFormTokenCookie('business', pending.token, {
      secure: platform.publicUrl.startsWith('https:'),
    })
    return redirect(authTabPath('register', businessWizardPath), { headers: { 'Set-Cookie': cookie } })
  },
})

/** Handles the forms of the wizard, for members and for those who sign in later. */
export async function handleBusinessWizardForm(
  { actor, clientIp, ...sent }: Omit<Sent, 'actor'> & SentByVisitor & { actor: Actor | null },
  form: FormData,
) {
  const { platform } = sent
  const name = form.get('form')
  if (!actor) {
    if (name === pendingProfileForm.name) return pendingProfileForm.handle({ platform, clientIp }, form)
    // The session may end while somebody types: the page stays as it is.
    if (name === keepForm.name) return data(undefined)
    return redirectWithFlash(authTabPath('login', businessWizardPath), ownBusinessToasts.signInFirst)
  }
  const step = businessWizardFormSteps.find((each) => each === name)
  if (step && form.has('go')) return leaveStep(platform, actor, step, form)
  const page = businessWizardStepPath('media')
  return handleOwnerForm({ ...sent, actor, target: 'draft', picturePage: { logo: page, gallery: page } }, form)
}

/** Saves a step as it was typed, and goes to the step that its button names. */
async function leaveStep(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor,
  step: BusinessWizardFormStep,
  form: FormData,
) {
  const go = form.get('go')
  const to = go === 'back' ? adjacentBusinessWizardStep(step, -1) : parseBusinessWizardStep(go)
  if (!to) throw data(null, { status: 400 })
  const saved = await saveOwnBusinessDraftStep(platform, actor, step, Object.fromEntries(form), to)
  return redirect(saved === 'saved' ? businessWizardStepPath(to) : myBusinessPath)
}
