import { data, href, redirect } from 'react-router'
import { authPath } from '#app/features/account/components/auth-path.ts'
import { createBusiness } from '#app/features/businesses/creation-service.server.ts'
import {
  discardDraft,
  resumeDraftAt,
  saveDraftStep,
  savePendingStep,
} from '#app/features/businesses/draft-service.server.ts'
import { type DraftValues, stepSchemas } from '#app/features/businesses/form-schema.ts'
import {
  businessMessages,
  explainStep,
  type FormStep,
  formSteps,
  wizardFailures,
} from '#app/features/businesses/model.ts'
import { problemsIn } from '#app/features/businesses/values-service.server.ts'
import {
  adjacentStep,
  businessStepPath,
  businessWizardPath,
  parseBusinessStep,
} from '#app/features/businesses/wizard-rules.ts'
import { getBusinessLookups } from '#app/features/reference/service.server.ts'
import { setPendingForm } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type Refuse } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { pictureForms, type SentAboutPictures } from './picture.actions.server.ts'

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
  values: Partial<DraftValues>,
  refuse: Refuse,
) {
  const errors = problemsIn(await getBusinessLookups(platform), values)
  return Object.keys(errors).length > 0 ? refuse(explainStep(), { errors }) : null
}

const stepForm = (step: FormStep) =>
  defineForm({
    name: step,
    schema: stepSchemas[step],
    explain: explainStep,
    failed: businessMessages.notSaved,
    // Invalid values are saved as typed, to be corrected in this step.
    with: async ({ platform, actor }: Sent, form) => {
      const saved = await saveDraftStep(platform, actor, step, Object.fromEntries(form), step)
      return saved === 'has-business' ? redirect(myBusinessPath) : {}
    },
    handle: async ({ platform, actor, fromReview }: Sent, values: Partial<DraftValues>, refuse, form) => {
      const refused = await refuseProblems(platform, values, refuse)
      const next = fromReview ? 'review' : (adjacentStep(step, 1) ?? 'review')
      const saved = await saveDraftStep(platform, actor, step, Object.fromEntries(form), refused ? step : next)
      if (saved === 'has-business') return redirect(myBusinessPath)
      return refused ?? redirect(businessStepPath(next))
    },
  })

/** Saves what is being typed. */
const keepForm = defineForm({
  name: 'keep',
  failed: businessMessages.notSaved,
  handle: async ({ platform, actor }: Sent, _, __, form) => {
    const step = formSteps.find((each) => each === form.get('step'))
    if (!step) throw data(null, { status: 400 })
    await saveDraftStep(platform, actor, step, Object.fromEntries(form), step)
    return data(undefined)
  },
})

const reviewForm = defineForm({
  name: 'review',
  failed: wizardFailures.review,
  handle: async ({ platform, actor }: Sent, _, __, form) => {
    const result = await createBusiness(platform, actor, String(form.get('draft')))
    switch (result.outcome) {
      case 'created':
        return redirectWithFlash(href('/dashboard'), businessMessages.created)
      case 'exists':
        return redirect(myBusinessPath)
      case 'no-draft':
        return redirectWithFlash(businessWizardPath, businessMessages.draftGone)
      case 'incomplete':
        await resumeDraftAt(platform, actor, result.step)
        return redirect(`${businessStepPath(result.step)}&check=1&from=review`)
    }
  },
})

const discardForm = defineForm({
  name: 'discard',
  failed: wizardFailures.discard,
  handle: async ({ platform, actor }: Sent) => {
    await discardDraft(platform, actor)
    return redirectWithFlash(href('/dashboard'), businessMessages.draftDiscarded)
  },
})

const handleOwnerForm = handleForms<Sent & SentAboutPictures, FormAnswer>([
  ...formSteps.map(stepForm),
  keepForm,
  reviewForm,
  discardForm,
  ...pictureForms,
])

interface SentByVisitor {
  platform: Platform
  clientIp: string
}

/** Saves what a visitor filled in for after they have signed in. */
const pendingProfileForm = defineForm({
  name: 'profile',
  schema: stepSchemas.profile,
  explain: explainStep,
  failed: businessMessages.notSaved,
  handle: async ({ platform, clientIp }: SentByVisitor, values, refuse, form) => {
    const refused = await refuseProblems(platform, values, refuse)
    if (refused) return refused
    const pending = await savePendingStep(platform, clientIp, Object.fromEntries(form))
    if ('minutes' in pending) return refuse(businessMessages.tooManyPending(pending.minutes), { status: 429 })
    const cookie = await setPendingForm('business', pending.token, { secure: platform.publicUrl.startsWith('https:') })
    return redirect(authPath('register', businessWizardPath), { headers: { 'Set-Cookie': cookie } })
  },
})

/** Handles the forms of the wizard, for members and for those who sign in later. */
export async function handleWizardForm(
  { actor, clientIp, ...sent }: Omit<Sent, 'actor'> & SentByVisitor & { actor: Actor | null },
  form: FormData,
) {
  const { platform } = sent
  const name = form.get('form')
  if (!actor) {
    if (name === pendingProfileForm.name) return pendingProfileForm.handle({ platform, clientIp }, form)
    // The session may end while somebody types: the page stays as it is.
    if (name === keepForm.name) return data(undefined)
    return redirectWithFlash(authPath('login', businessWizardPath), businessMessages.signInFirst)
  }
  const step = formSteps.find((each) => each === name)
  if (step && form.has('go')) return leaveStep(platform, actor, step, form)
  const page = businessStepPath('media')
  return handleOwnerForm({ ...sent, actor, target: 'draft', picturePage: { logo: page, gallery: page } }, form)
}

/** Saves a step as it was typed, and goes to the step that its button names. */
async function leaveStep(platform: Pick<Platform, 'db' | 'jobs'>, actor: Actor, step: FormStep, form: FormData) {
  const go = form.get('go')
  const to = go === 'back' ? adjacentStep(step, -1) : parseBusinessStep(go)
  if (!to) throw data(null, { status: 400 })
  const saved = await saveDraftStep(platform, actor, step, Object.fromEntries(form), to)
  return redirect(saved === 'saved' ? businessStepPath(to) : myBusinessPath)
}
