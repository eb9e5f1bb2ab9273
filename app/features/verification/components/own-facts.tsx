import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { formatLongDate } from '#app/lib/dates.ts'
import { noonOfDay } from '#app/lib/days.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormField } from '#app/ui/field.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { isFileOfAcceptedType } from '#app/ui/is-file-of.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { OwnConfirmableBusinessFact } from '../facts/model.ts'
import {
  businessFactLabelOf,
  certificatesPerFactMaximum,
  factConfirmationMethodLabels,
  formatBusinessFactValue,
  formatFactConfirmationContext,
} from '../facts/rules.ts'
import {
  acceptedVerificationDocumentTypes,
  chosenDocumentRefusedToast,
  refusalReasonOfUnrecognisedDocument,
} from '../model.ts'
import '#app/ui/settings-section.css'

const sectionPath = `${href('/my-business')}#facts`

interface OwnFactsProps {
  name: string
  facts: OwnConfirmableBusinessFact[]
  /** The setting of this installation. */
  evidenceDays: number
  answer: FormRefusal | undefined
}

/** Where an owner asks to have facts confirmed, and reads what was found. */
export function OwnFactConfirmationsPage({ name, facts, evidenceDays, answer }: OwnFactsProps) {
  return (
    <>
      <div className="page-head">
        <div className="wrap my-business-head">
          <Link className="more" to={sectionPath}>
            <Icon of={ArrowLeft} size="small" />
            Back to My Business
          </Link>
          <div>
            <h1>Facts we can confirm</h1>
            <p className="lead">{name}</p>
          </div>
        </div>
      </div>
      <div className="wrap profile-body">
        <FormAnswerNotice answer={answer} />
        <p className="mt-5">
          Your page says that you stated these facts. If you ask us, a reviewer compares a fact with the public
          register, or with a certificate that you upload. Only you and reviewers can open a certificate. It is stored
          encrypted, and deleted {formatCountWithNoun(evidenceDays, 'day')} after the decision. A confirmation lasts up
          to a year. It ends when you change the fact or the name of the business. For insurance, it also ends when the
          town, postcode or trades change.
        </p>
        {facts.length === 0 ? (
          <EmptyState title="Nothing to confirm yet" heading="h2">
            <p>Add your company number, registrations or insurance first.</p>
            <LinkButton to={sectionPath}>Add them</LinkButton>
          </EmptyState>
        ) : (
          facts.map((fact) => (
            <SettingsSection
              key={fact.fact}
              id={fact.fact}
              title={businessFactLabelOf(fact.fact)}
              lead={formatBusinessFactValue(fact.fact, fact.value)}
            >
              <FactState {...fact} />
            </SettingsSection>
          ))
        )}
      </div>
    </>
  )
}

function FactState(fact: OwnConfirmableBusinessFact) {
  const { state, until, decidedAt, method, words } = fact
  const lastDay = until ? noonOfDay(until) : null
  switch (state) {
    case 'stated':
      return (
        <>
          <p>Stated by you.</p>
          <Ask {...fact} />
        </>
      )
    case 'waiting':
      return <Waiting {...fact} />
    case 'confirmed':
      return (
        <p>
          <Badge verified>Confirmed</Badge> {method && factConfirmationMethodLabels[method]}{' '}
          {decidedAt && `on ${formatLongDate(decidedAt)}`}
          {lastDay && `, until ${formatLongDate(lastDay)}`}
        </p>
      )
    case 'declined':
      return (
        <>
          <Badge tone="bad">Not confirmed</Badge>
          <p className="prose-lines">{words}</p>
          <Ask {...fact} />
        </>
      )
    case 'renamed':
      return (
        <>
          <p>
            {fact.before && `We confirmed this for ${formatFactConfirmationContext(fact.before)}. `}
            {fact.now && `Now it is ${formatFactConfirmationContext(fact.now)}. `}
            Your page now says that you stated it. You can ask us again.
          </p>
          <Ask {...fact} />
        </>
      )
    case 'ended':
      return fact.fact === 'insurance' ? (
        <p>
          It has ended, so your page no longer shows it. <Link to={sectionPath}>Add your current insurance</Link>
        </p>
      ) : (
        <>
          <p>The confirmation has ended. Your page now says that you stated it.</p>
          <Ask {...fact} />
        </>
      )
  }
}

function Ask({ fact, value }: OwnConfirmableBusinessFact) {
  return (
    <ButtonForm
      name="ask-fact"
      submit={
        <>
          Ask us to confirm this<span className="sr-only"> ({businessFactLabelOf(fact)})</span>
        </>
      }
      busy="Asking..."
      values={{ fact, value }}
    />
  )
}

function Waiting({ fact, checkId, askedAt, certificates }: OwnConfirmableBusinessFact) {
  const toast = useToast()
  const check = async (file: File) => {
    if (await isFileOfAcceptedType(file, 'wizard')) return
    toast(chosenDocumentRefusedToast(refusalReasonOfUnrecognisedDocument(file.name, 'wizard'), file.name, 'wizard'))
  }
  if (!checkId) return null
  const label = businessFactLabelOf(fact)
  const needsCertificate = fact === 'insurance' && certificates === 0
  return (
    <>
      <Badge tone="waiting">{needsCertificate ? 'Certificate needed' : 'Waiting'}</Badge>
      <p>
        {askedAt && `Asked on ${formatLongDate(askedAt)}. `}
        {certificates > 0 && `Files uploaded: ${certificates}.`}
        {needsCertificate &&
          'There is no public register of insurance. A reviewer will check once you upload your certificate.'}
      </p>
      {certificates < certificatesPerFactMaximum && (
        <form
          className="form-frame"
          method="post"
          action={href('/my-business/facts/:id/certificate', { id: checkId })}
          encType="multipart/form-data"
        >
          <FormField
            label={`Certificate: ${label}`}
            hint={`PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC, up to 10MB. ${needsCertificate ? '' : 'Helps where the public register does not show it.'}`}
          >
            {(ties) => (
              <input
                {...ties}
                className="input"
                type="file"
                name="document"
                accept={acceptedVerificationDocumentTypes.wizard}
                required
                onChange={({ currentTarget: { files } }) => files?.[0] && void check(files[0])}
              />
            )}
          </FormField>
          <div>
            <Button type="submit" kind="secondary">
              Upload
            </Button>
          </div>
        </form>
      )}
      <ButtonForm
        name="withdraw-fact"
        kind="secondary"
        submit={
          <>
            Take back<span className="sr-only"> ({label})</span>
          </>
        }
        busy="Taking back..."
        values={{ check: checkId }}
      />
    </>
  )
}
