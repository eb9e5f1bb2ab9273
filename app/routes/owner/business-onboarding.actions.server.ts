import { data, redirect } from 'react-router'
import type { WizardAnswer } from '#app/features/businesses/components/business-wizard.tsx'
import { createBusiness } from '#app/features/businesses/creation-service.server.ts'
import {
  discardDraft,
  resumeDraftAt,
  saveDraftStep,
  savePendingStep,
} from '#app/features/businesses/draft-service.server.ts'
import { readStep, stepBeside, stepPath, unknownChoices, wizardPath } from '#app/features/businesses/rules.ts'
import {
  type DraftValues,
  explainStep,
  type FormStep,
  formSteps,
  messages,
  stepSchemas,
} from '#app/features/businesses/schema.ts'
import { getBusinessLookups } from '#app/features/reference/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm } from '../parse-form.server.ts'
import { setPendingForm } from '../pending-form.server.ts'
import { answerPictureForm, isPictureForm } from './picture.actions.server.ts'

/** One of the wizard's forms, as it was sent. */
interface Sent {
  platform: Platform
  actor: Actor | null
  clientIp: string
  form: FormData
  /** The step was opened from the review, and leads back there. */
  fromReview: boolean
}

const signIn = (returnTo: string) => `/auth?${new URLSearchParams({ returnTo })}`
const myBusiness = '/my-business'

/** Does what one of the wizard's forms asks for; its field `form` says which it is. */
export async function answerWizardForm(sent: Sent) {
  const { platform, actor, form } = sent
  const name = form.get('form')
  const step = formSteps.find((each) => each === name)
  if (!actor) {
    if (step === 'profile') return hold(sent)
    // What is typed while a session ends must not be torn from whoever types it.
    if (name === 'keep') return null
    return redirectWithFlash(signIn(wizardPath), messages.signInFirst)
  }
  if (step) return saveStep(sent, actor, step)
  if (name === 'keep') return keep(platform, actor, form)
  if (name === 'review') return submit(platform, actor, form)
  if (name === 'discard') {
    await discardDraft(platform, actor)
    return redirectWithFlash('/dashboard', messages.draftDiscarded)
  }
  if (isPictureForm(name)) {
    return answerPictureForm(name, { platform, actor, form, target: 'draft' }, stepPath('media'))
  }
  throw data(null, { status: 400 })
}

function refuse(answer: WizardAnswer, status = 400) {
  return data<WizardAnswer>(answer, { status })
}

/** Takes a step, or says what is wrong with it. */
async function readStepForm(platform: Platform, step: FormStep, form: FormData) {
  const submission = parseForm(form, stepSchemas[step])
  if (submission.status !== 'success') return refuse({ form: step, result: submission.reply(), toast: explainStep() })
  const values: Partial<DraftValues> = submission.value
  const fieldErrors = unknownChoices(await getBusinessLookups(platform), values)
  if (Object.keys(fieldErrors).length === 0) return null
  return refuse({ form: step, result: submission.reply({ fieldErrors }), toast: explainStep() })
}

/** Keeps what somebody filled in who has to sign in first. */
async function hold({ platform, clientIp, form }: Sent) {
  const refused = await readStepForm(platform, 'profile', form)
  if (refused) return refused
  const held = await savePendingStep(platform, clientIp, Object.fromEntries(form))
  if ('minutes' in held) return refuse({ form: 'profile', toast: messages.tooManyPending(held.minutes) }, 429)
  const cookie = setPendingForm('business', held.token, { secure: platform.publicUrl.startsWith('https:') })
  return redirectWithFlash(signIn(stepPath('profile')), messages.signInFirst, [cookie])
}

async function saveStep({ platform, form, fromReview }: Sent, actor: Actor, step: FormStep) {
  const fields = Object.fromEntries(form)
  const go = form.get('go')
  if (go !== null) {
    const to = go === 'back' ? stepBeside(step, -1) : readStep(go)
    if (!to) throw data(null, { status: 400 })
    const saved = await saveDraftStep(platform, actor, step, fields, to)
    return redirect(saved === 'saved' ? stepPath(to) : myBusiness)
  }
  const refused = await readStepForm(platform, step, form)
  const next = fromReview ? 'review' : (stepBeside(step, 1) ?? 'review')
  // Kept as it was typed, too, when it cannot be taken: it is mended here.
  const saved = await saveDraftStep(platform, actor, step, fields, refused ? step : next)
  if (saved === 'has-business') return redirect(myBusiness)
  return refused ?? redirect(stepPath(next))
}

/** Keeps what is being typed. */
async function keep(platform: Platform, actor: Actor, form: FormData) {
  const step = formSteps.find((each) => each === form.get('step'))
  if (!step) throw data(null, { status: 400 })
  await saveDraftStep(platform, actor, step, Object.fromEntries(form), step)
  return null
}

async function submit(platform: Platform, actor: Actor, form: FormData) {
  try {
    const result = await createBusiness(platform, actor, String(form.get('draft')))
    switch (result.outcome) {
      case 'created':
        return redirectWithFlash('/dashboard', messages.created)
      case 'exists':
        return redirect(myBusiness)
      case 'no-draft':
        return redirectWithFlash(wizardPath, messages.draftGone)
      case 'incomplete':
        await resumeDraftAt(platform, actor, result.step)
        return redirect(`${stepPath(result.step)}&check=1&from=review`)
    }
  } catch (error) {
    platform.log.error({ error }, 'a business could not be created')
    return refuse({ form: 'review', toast: messages.notCreated }, 503)
  }
}
