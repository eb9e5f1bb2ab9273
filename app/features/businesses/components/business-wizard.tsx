import type { SubmissionResult } from '@conform-to/react'
import { CircleCheck } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useSubmit } from 'react-router'
import type { LogoTile } from '#app/lib/initials.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { Wizard } from '#app/ui/wizard.tsx'
import {
  type BusinessChoices,
  type BusinessStep,
  businessSteps,
  businessStepTitles,
  type Draft,
  draftDays,
  type FormStep,
} from '../model.ts'
import { businessStepPath } from '../wizard-rules.ts'
import { DraftPictures, MediaStep } from './media-step.tsx'
import { BusinessReviewStep } from './review-step.tsx'
import { BusinessStepForm } from './step-form.tsx'
import { stepFormId } from './use-autosave.ts'
import { ContactStep, ProfileStep } from './wizard-steps.tsx'
import './wizard.css'

interface BusinessWizardProps {
  step: BusinessStep
  /** Null for a visitor who is not signed in or has not started. */
  draft: Pick<Draft, 'id' | 'step' | 'fields' | 'media' | 'dials'> | null
  /** What the second step is filled in with from the account; null once the step is saved. */
  suggested: Record<string, string> | null
  /** When it was last saved, formatted. */
  savedAt: string | null
  isSignedIn: boolean
  isVerified: boolean
  lookups: BusinessChoices
  /** Shown until there is a logo. */
  tile: LogoTile
  problem: { step: FormStep; messages: string[]; result: SubmissionResult } | null
  /** The path that pictures are posted to. */
  upload: string
  answer: FormAnswer | undefined
}

const leads: Record<BusinessStep, string> = {
  profile: 'Who you are, in your own words. Only the name is required. You can add the rest later.',
  contact: 'How customers can reach you and where they can find you.',
  media: 'Add a logo and some pictures. You can do this later.',
  review: 'Check what people will see.',
}

/** The wizard that lists a business, in four steps. */
export function BusinessWizard(props: BusinessWizardProps) {
  const { step, draft, suggested, savedAt, isSignedIn, isVerified, lookups, tile, problem, upload, answer } = props
  const submit = useSubmit()
  const current = businessSteps.indexOf(step)
  const reached = Math.max(current, draft ? businessSteps.indexOf(draft.step) : 0)
  const steps = businessSteps.map((each, index) => ({
    title: businessStepTitles[each],
    to: index <= reached ? businessStepPath(each) : null,
    isDone: index < reached,
  }))

  // Saves what was typed before the link to another step is followed.
  const leave = (event: MouseEvent, index: number) => {
    const form = document.getElementById(stepFormId)
    const to = businessSteps[index]
    if (!isSignedIn || !to || !(form instanceof HTMLFormElement)) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const fields = new FormData(form)
    fields.set('go', to)
    void submit(fields, { method: 'post' })
  }

  const formAnswer =
    answer?.form === step ? answer : problem?.step === step ? { form: step, result: problem.result } : undefined
  return (
    <Wizard name="List your business" steps={steps} current={current} lead={leads[step]} onLeave={leave}>
      {step === 'review' ? (
        draft && (
          <BusinessReviewStep
            draft={draft}
            lookups={lookups}
            tile={tile}
            problem={problem}
            verified={isVerified}
            answer={answer}
          />
        )
      ) : (
        <>
          {step === 'media' && draft && (
            <DraftPictures
              media={draft.media}
              tile={tile}
              upload={upload}
              answer={answer?.form === step ? undefined : answer}
            />
          )}
          <BusinessStepForm
            key={step}
            step={step}
            fields={{ ...draft?.fields[step], ...(step === 'contact' && suggested) }}
            answer={formAnswer}
            isAutosaved={isSignedIn}
          >
            {(field) =>
              step === 'profile' ? (
                <ProfileStep field={field} lookups={lookups} />
              ) : step === 'contact' ? (
                <ContactStep field={field} isSuggested={suggested !== null} dials={draft?.dials ?? null} />
              ) : (
                <MediaStep field={field} />
              )
            }
          </BusinessStepForm>
        </>
      )}
      {draft && savedAt && <DraftNote savedAt={savedAt} />}
    </Wizard>
  )
}

function DraftNote({ savedAt }: { savedAt: string }) {
  return (
    <>
      <p className="draft-kept" role="status">
        <Icon of={CircleCheck} size="small" />
        <span>
          <b>Saved</b> {savedAt}. We keep it for {draftDays} days.
        </span>
      </p>
      <details className="disclosure">
        <summary>Discard this draft</summary>
        <p>This deletes everything you filled in, including the pictures. It cannot be undone.</p>
        <ButtonForm name="discard" submit="Discard draft" busy="Discarding..." kind="danger" size="small" />
      </details>
    </>
  )
}
