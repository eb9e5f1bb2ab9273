import type { SubmissionResult } from '@conform-to/react'
import { CircleCheck } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useSubmit } from 'react-router'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { Wizard } from '#app/ui/wizard.tsx'
import { stepPath } from '../rules.ts'
import { type Draft, draftDays, type FormStep, stepTitles, type WizardStep, wizardSteps } from '../schema.ts'
import { ContactStep } from './contact-step.tsx'
import { DraftPictures, MediaStep } from './media-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepForm } from './step-form.tsx'
import { stepFormId } from './use-autosave.ts'

interface Choice {
  id: number
  name: string
}

interface BusinessWizardProps {
  step: WizardStep
  /** Null for who is not signed in, or has not begun. */
  draft: Pick<Draft, 'id' | 'step' | 'fields' | 'media'> | null
  /** When it was last saved, in words. */
  savedAt: string | null
  isSignedIn: boolean
  isVerified: boolean
  lookups: { industries: Choice[]; businessTypes: Choice[] }
  problem: { step: FormStep; messages: string[]; result: SubmissionResult } | null
  /** Where pictures are sent to. */
  upload: string
  answer: FormAnswer | undefined
}

const leads: Record<WizardStep, string> = {
  profile: 'Who you are, in your own words. Only the name is needed; the rest can come later.',
  contact: 'How customers reach you, and where they find you.',
  media: 'A logo and a few pictures say more than a paragraph. Both can wait.',
  review: 'This is what people will see. Have a last look.',
}

/** Lists a business, in four steps. */
export function BusinessWizard(props: BusinessWizardProps) {
  const { step, draft, savedAt, isSignedIn, isVerified, lookups, problem, upload, answer } = props
  const submit = useSubmit()
  const current = wizardSteps.indexOf(step)
  const reached = Math.max(current, draft ? wizardSteps.indexOf(draft.step) : 0)
  const steps = wizardSteps.map((each, index) => ({
    title: stepTitles[each],
    to: index <= reached ? stepPath(each) : null,
    isDone: index < reached,
  }))

  // A link away from a form that is being filled in keeps what was typed.
  const leave = (event: MouseEvent, index: number) => {
    const form = document.getElementById(stepFormId)
    const to = wizardSteps[index]
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
        draft && <ReviewStep draft={draft} lookups={lookups} problem={problem} verified={isVerified} answer={answer} />
      ) : (
        <>
          {step === 'media' && draft && (
            <DraftPictures media={draft.media} upload={upload} answer={answer?.form === step ? undefined : answer} />
          )}
          <StepForm key={step} step={step} fields={draft?.fields[step] ?? {}} answer={formAnswer} isKept={isSignedIn}>
            {(field) =>
              step === 'profile' ? (
                <ProfileStep field={field} lookups={lookups} />
              ) : step === 'contact' ? (
                <ContactStep field={field} />
              ) : (
                <MediaStep field={field} />
              )
            }
          </StepForm>
        </>
      )}
      {draft && savedAt && <DraftKept savedAt={savedAt} />}
    </Wizard>
  )
}

function DraftKept({ savedAt }: { savedAt: string }) {
  return (
    <>
      <p className="draft-kept" role="status">
        <Icon of={CircleCheck} size="small" />
        <span>
          <b>Saved</b> {savedAt}. Kept for {draftDays} days.
        </span>
      </p>
      <details className="disclosure">
        <summary>Discard this draft</summary>
        <p>What you filled in goes, with its pictures, and cannot be brought back.</p>
        <ButtonForm name="discard" submit="Discard draft" busy="Discarding..." kind="danger" size="small" />
      </details>
    </>
  )
}
