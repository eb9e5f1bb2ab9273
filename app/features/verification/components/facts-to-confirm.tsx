import { ArrowLeft } from 'lucide-react'
import { Form, href, Link, useNavigation } from 'react-router'
import { formatDate, formatDateTime, formatLongDate } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LongTextField, OptionalFieldLabel, TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import type { BusinessFactDecision, BusinessWithWaitingFacts, WaitingBusinessFact } from '../facts/model.ts'
import {
  businessFactLabelOf,
  businessFactsToConfirmPath,
  factsToConfirmOfBusinessPath,
  formatBusinessFactValue,
  formatFactConfirmationContext,
  publicRegisterUrlOfFact,
} from '../facts/rules.ts'
import { verificationFormInvalidToast } from '../model.ts'
import '#app/ui/ledger.css'
import '#app/ui/settings-section.css'

/** The businesses with facts to confirm, the longest waiting first. */
export function BusinessesWithFactsToConfirmList({
  businesses,
  most,
}: {
  businesses: BusinessWithWaitingFacts[]
  most: number
}) {
  if (businesses.length === 0) {
    return (
      <EmptyState title="Nothing to confirm" heading="h2">
        <p>What owners ask us to confirm about their businesses appears here.</p>
      </EmptyState>
    )
  }
  return (
    <section className="ledger-section" aria-labelledby="waiting">
      <h2 id="waiting">{businesses.length === most ? `The ${most} that wait longest` : 'Longest waiting first'}</h2>
      <ul className="ledger">
        {businesses.map(({ id, name, count, askedAt }) => (
          <li key={id}>
            <h3>
              <Link className="ledger-name" to={factsToConfirmOfBusinessPath(id)}>
                {name}
              </Link>
            </h3>
            <p>{formatCountWithNoun(count, 'fact')}</p>
            <p>Asked {formatDate(askedAt)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BackToList() {
  return (
    <Link className="more" to={businessFactsToConfirmPath}>
      <Icon of={ArrowLeft} size="small" />
      All facts to confirm
    </Link>
  )
}

/** Shown to staff whose own business it is. */
export function ReviewerExcludedFromBusinessFactsPage({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="wrap section">
      <BackToList />
      <EmptyState title={isOwn ? 'This is your own business' : 'You have a part in this'} heading="h1">
        <p>Another reviewer confirms its facts.</p>
      </EmptyState>
    </div>
  )
}

interface FactsOfBusinessProps {
  business: { name: string; slug: string }
  facts: WaitingBusinessFact[]
  answer: FormRefusal | undefined
}

/** The facts of a business to confirm: for each the value, where to look, and the decision. */
export function BusinessFactsToConfirmPage({ business: { name, slug }, facts, answer }: FactsOfBusinessProps) {
  return (
    <div className="wrap section">
      <BackToList />
      <h1>{name}</h1>
      <p className="mt-3">
        <Link to={href('/business/:slug', { slug })}>Its page</Link>. Look at each fact yourself before you confirm it,
        and open every certificate that you confirm it by. A change of it or of the name ends the confirmation.
      </p>
      {facts.length === 0 ? (
        <EmptyState title="Nothing to confirm" heading="h2">
          <p>Everything is decided, or the owner took it back.</p>
        </EmptyState>
      ) : (
        facts.map((fact) => (
          <SettingsSection
            key={fact.checkId}
            id={fact.fact}
            title={businessFactLabelOf(fact.fact)}
            lead={formatBusinessFactValue(fact.fact, fact.value)}
          >
            <WhatChanged {...fact} />
            <WhereToLook {...fact} />
            <FactDecisionForm fact={fact} answer={answer} />
          </SettingsSection>
        ))
      )}
    </div>
  )
}

/** What was confirmed or asked before, beside what a decision would be of now. */
function WhatChanged({ fact, value, now, asked, confirmed }: WaitingBusinessFact) {
  if (!asked && !confirmed) return <p>For {formatFactConfirmationContext(now)}.</p>
  return (
    <Notice tone="waiting">
      {confirmed && (
        <p>
          Confirmed on {formatLongDate(confirmed.at)}: {formatBusinessFactValue(fact, confirmed.value)}, for{' '}
          {formatFactConfirmationContext(confirmed.for)}.
        </p>
      )}
      {asked && <p>When the owner asked: for {formatFactConfirmationContext(asked)}.</p>}
      <p>
        Now: {formatBusinessFactValue(fact, value)}, for {formatFactConfirmationContext(now)}.
      </p>
    </Notice>
  )
}

function WhereToLook({ fact, value, certificates, askedAt }: WaitingBusinessFact) {
  const url = publicRegisterUrlOfFact(fact, value)
  const label = businessFactLabelOf(fact)
  return (
    <ul>
      <li>Asked {formatDateTime(askedAt)}</li>
      {url && (
        <li>
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open the public register<span className="sr-only"> for {label} in a new tab</span>
          </a>
        </li>
      )}
      {certificates.map(({ id, fileName, uploadedAt }) => (
        <li key={id}>
          <a href={href('/verification/documents/:id', { id })} target="_blank" rel="noreferrer">
            Open the certificate <bdi>{fileName}</bdi>
            <span className="sr-only"> in a new tab</span>
          </a>
          , uploaded {formatDate(uploadedAt)}
        </li>
      ))}
    </ul>
  )
}

/** The decision about one fact. The first button declines, so that Enter in a field never confirms. */
function FactDecisionForm({ fact, answer }: { fact: WaitingBusinessFact; answer: FormRefusal | undefined }) {
  const { checkId, certificates, subject } = fact
  const id = `decision-${checkId}`
  const own = answer?.result?.initialValue?.check === checkId ? answer : undefined
  const form = useSchemaForm({
    id,
    loadSchema: () =>
      import('../facts/form-schema.ts').then(
        ({ businessFactDecisionSchema: factDecisionSchema }) => factDecisionSchema,
      ),
    lastResult: own?.result,
    defaultValue: { check: checkId },
    onInvalid: verificationFormInvalidToast,
  })
  const { busy, once } = useSingleSubmit('fact-decision')
  const { formData } = useNavigation()
  const act = (decision: BusinessFactDecision) => ({
    name: 'decision',
    value: decision,
    busy: busy && formData?.get('decision') === decision && formData?.get('check') === checkId,
    'aria-describedby': fact.fact,
  })
  return (
    <Form method="post" className="form-frame" {...form.form} onSubmit={once(form.form.onSubmit)}>
      <FormNameField value="fact-decision" />
      <input type="hidden" name="check" value={checkId} />
      <input type="hidden" name="subject" value={subject} />
      <FormProblems form={form} answer={own} />
      <LongTextField
        {...form.field('words')}
        label="To the owner"
        hint="Required if you cannot confirm it. They read it on their page."
        rows={2}
      />
      <TextField
        {...form.field('until')}
        label={<OptionalFieldLabel>Last day</OptionalFieldLabel>}
        hint="As the register or the certificate says. A confirmation lasts a year at most."
        type="date"
      />
      <div className="row">
        <SubmitButton kind="secondary" busyLabel="Saving..." {...act('decline')}>
          Cannot confirm
        </SubmitButton>
        {publicRegisterUrlOfFact(fact.fact, fact.value) && (
          <SubmitButton busyLabel="Confirming..." {...act('register')}>
            Confirm: seen in the register
          </SubmitButton>
        )}
        {certificates.length > 0 && (
          <SubmitButton busyLabel="Confirming..." {...act('certificate')}>
            Confirm: seen on the certificate
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}
