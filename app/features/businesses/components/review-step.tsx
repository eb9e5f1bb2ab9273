import { ImageOff } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { WizardActions } from '#app/ui/wizard.tsx'
import {
  type BusinessFormChoices,
  type BusinessWizardFormStep,
  businessFieldLabels,
  businessWizardFormSteps,
  businessWizardStepFieldNames,
  businessWizardStepTitles,
  labelOfChosenBusinessFieldValue,
  type OwnBusinessDraft,
  type OwnBusinessMedia,
} from '../model.ts'
import { businessWizardStepPath } from '../wizard-rules.ts'
import './wizard.css'

interface ReviewStepProps {
  draft: Pick<OwnBusinessDraft, 'id' | 'fields' | 'media' | 'dials'>
  lookups: BusinessFormChoices
  /** Shown until there is a logo. */
  tile: PlaceholderLogoInitialsAndColour
  /** The first invalid step, with its error messages. */
  problem: { step: BusinessWizardFormStep; messages: string[] } | null
  verified: boolean
  /** The response to a submit that failed. */
  answer: FormRefusal | undefined
}

/** Everything that was filled in, with links to change it, and the submit button. */
export function BusinessWizardReviewStep({ draft, lookups, tile, problem, verified, answer }: ReviewStepProps) {
  const { busy, once } = useSingleSubmit('review')

  return (
    <>
      <FormAnswerNotice answer={answer} />
      {problem && (
        <Notice tone="bad">
          <p>
            <strong>You can't submit this yet.</strong> {problem.messages.join('. ')}.{' '}
            <Link to={`${businessWizardStepPath(problem.step)}&check=1&from=review`}>
              Correct it in {businessWizardStepTitles[problem.step]}
            </Link>
          </p>
        </Notice>
      )}
      {businessWizardFormSteps.map((step) => (
        <section key={step} className="wizard-part" aria-labelledby={`review-${step}`}>
          <div className="review-head">
            <h2 id={`review-${step}`}>{businessWizardStepTitles[step]}</h2>
            <Link to={`${businessWizardStepPath(step)}&from=review`}>
              Change<span className="sr-only"> {businessWizardStepTitles[step]}</span>
            </Link>
          </div>
          {step === 'media' && <Pictures media={draft.media} tile={tile} />}
          <Facts facts={factsOf(step, draft, lookups)} hasPictures={step === 'media'} />
        </section>
      ))}
      {!verified && (
        <Notice tone="waiting">
          <p>
            Your business appears in the directory once you are verified.{' '}
            <Link to={href('/verification')}>How verification works</Link>
          </p>
        </Notice>
      )}
      <Form method="post" onSubmit={once(() => undefined)}>
        <FormNameField value="review" />
        <input type="hidden" name="draft" value={draft.id} />
        <WizardActions>
          <LinkButton to={businessWizardStepPath('media')} kind="secondary">
            Back
          </LinkButton>
          <SubmitButton busy={busy} busyLabel="Submitting...">
            Submit
          </SubmitButton>
        </WizardActions>
      </Form>
    </>
  )
}

type Fact = [name: string, value: string]

/** The filled-in fields of a step as typed, with the names of chosen lookups. */
function factsOf(
  step: BusinessWizardFormStep,
  { fields, dials }: ReviewStepProps['draft'],
  lookups: BusinessFormChoices,
): Fact[] {
  return businessWizardStepFieldNames[step].flatMap((name): Fact[] => {
    const typed = fields[step][name]?.trim() ?? ''
    if (typed === '') return []
    const value = labelOfChosenBusinessFieldValue(name, typed, lookups) ?? typed
    const facts: Fact[] = [[businessFieldLabels[name], value]]
    return name === 'businessPhoneNumber' && dials ? [...facts, ['Call dials', dials]] : facts
  })
}

function Facts({ facts, hasPictures }: { facts: Fact[]; hasPictures: boolean }) {
  if (facts.length === 0) return hasPictures ? null : <p className="muted">Nothing filled in.</p>
  return <NameValueList facts={facts} />
}

interface PicturesProps {
  media: OwnBusinessMedia
  tile: PlaceholderLogoInitialsAndColour
}

function Pictures({ media: { logo, gallery }, tile }: PicturesProps) {
  return (
    <>
      <div className="review-logo">
        <BusinessLogo logo={logo} tile={tile} sizes="6rem" eager />
        {!logo && <p className="muted">No logo yet.</p>}
      </div>
      {gallery.length === 0 ? (
        <p className="muted">No pictures yet.</p>
      ) : (
        <ul className="review-pictures">
          {gallery.map((picture, index) => (
            <li key={picture.id}>
              <figure>
                <ResponsivePicture
                  picture={picture}
                  alt={picture.caption ? '' : `Picture ${index + 1}`}
                  sizes="10rem"
                  fallback={
                    <span className="picture-missing">
                      <Icon of={ImageOff} />
                    </span>
                  }
                />
                {picture.caption && <figcaption>{picture.caption}</figcaption>}
              </figure>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
