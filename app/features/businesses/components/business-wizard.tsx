import type { SubmissionResult } from '@conform-to/react'
import { CircleCheck } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useSubmit } from 'react-router'
import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { Wizard } from '#app/ui/wizard.tsx'
import {
  type BusinessFormChoices,
  type BusinessWizardFormStep,
  type BusinessWizardStep,
  businessDraftRetentionDays,
  businessWizardSteps,
  businessWizardStepTitles,
  type OwnBusinessDraft,
} from '../model.ts'
import { businessWizardStepPath } from '../wizard-rules.ts'
import { BusinessDraftPictureForms, BusinessPromoVideoField } from './media-step.tsx'
import { BusinessWizardReviewStep } from './review-step.tsx'
import { BusinessWizardStepForm } from './step-form.tsx'
import { businessWizardStepFormId } from './use-autosave.ts'
import { BusinessWizardContactStepFields, BusinessWizardProfileStepFields } from './wizard-steps.tsx'
import './wizard.css'

interface BusinessWizardProps {
  step: BusinessWizardStep
  /** Null for a visitor who is not signed in or has not started. */
  draft: Pick<OwnBusinessDraft, 'id' | 'step' | 'fields' | 'media' | 'dials'> | null
  /** What the second step is filled in with from the account; null once the step is saved. */
  suggested: Record<string, string> | null
  /** When it was last saved, formatted. */
  savedAt: string | null
  isSignedIn: boolean
  isVerified: boolean
  lookups: BusinessFormChoices
  /** Shown until there is a logo. */
  tile: PlaceholderLogoInitialsAndColour
  problem: { step: BusinessWizardFormStep; messages: string[]; result: SubmissionResult } | null
  /** The path that pictures are posted to. */
  upload: string
  answer: FormRefusal | undefined
}

const leads: Record<BusinessWizardStep, string> = {
  profile: 'Who you are, in your own words. Only the name is required. You can add the rest later.',
  contact: 'How customers can reach you and where they can find you.',
  media: 'Add a logo and some pictures. You can do this later.',
  review: 'Check what people will see.',
}

/** The wizard that lists a business, in four steps. */
export function BusinessWizard(props: BusinessWizardProps) {
  const { step, draft, suggested, savedAt, isSignedIn, isVerified, lookups, tile, problem, upload, answer } = props
  const submit = useSubmit()
  const current = businessWizardSteps.indexOf(step)
  const reached = Math.max(current, draft ? businessWizardSteps.indexOf(draft.step) : 0)
  const steps = businessWizardSteps.map((each, index) => ({
    title: businessWizardStepTitles[each],
    to: index <= reached ? businessWizardStepPath(each) : null,
    isDone: index < reached,
  }))

  // Saves what was typed before the link to another step is followed.
  const leave = (event: MouseEvent, index: number) => {
    const form = document.getElementById(businessWizardStepFormId)
    const to = businessWizardSteps[index]
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
          <BusinessWizardReviewStep
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
            <BusinessDraftPictureForms
              media={draft.media}
              tile={tile}
              upload={upload}
              answer={answer?.form === step ? undefined : answer}
            />
          )}
          <BusinessWizardStepForm
            key={step}
            step={step}
            fields={{ ...draft?.fields[step], ...(step === 'contact' && suggested) }}
            answer={formAnswer}
            isAutosaved={isSignedIn}
          >
            {(field) =>
              step === 'profile' ? (
                <BusinessWizardProfileStepFields field={field} lookups={lookups} />
              ) : step === 'contact' ? (
                <BusinessWizardContactStepFields
                  field={field}
                  isSuggested={suggested !== null}
                  dials={draft?.dials ?? null}
                />
              ) : (
                <BusinessPromoVideoField field={field} />
              )
            }
          </BusinessWizardStepForm>
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
          <b>Saved</b> {savedAt}. We keep it for {businessDraftRetentionDays} days.
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
