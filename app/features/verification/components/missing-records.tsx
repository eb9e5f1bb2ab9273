import { ArrowLeft } from 'lucide-react'
import { href } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { describeVerificationBasis, seenByOneReviewerLabel } from '../basis-rules.ts'
import type { WaitingVerificationBasisRecord } from '../model.ts'
import {
  missingVerificationBasisRecordPath,
  missingVerificationBasisRecordsPath,
  retroactiveVerificationBases,
  retroactiveVerificationBasisLabels,
  type VerificationWithoutBasisRecord,
  type VerificationWithoutBasisRecordCounts,
  type VerificationWithoutBasisRecordDetails,
} from '../records/model.ts'
import { verificationDocumentKinds } from '../rules.ts'
import { VerificationBasisRecordForm, VerificationBasisRecordSummary } from './seen-form.tsx'
import './case.css'
import '#app/ui/ledger.css'

/** Tells staff on the overview that records are missing, or wait for a second person. */
export function VerificationsWithoutBasisNotice({ missing, waiting }: VerificationWithoutBasisRecordCounts) {
  if (!missing && waiting === 0) return null
  return (
    <Notice tone="waiting">
      <p>
        {missing ? (
          <>
            <strong>
              {formatCountWithNoun(missing, 'verification has', 'verifications have')} no record of what was seen.
            </strong>{' '}
            They were approved before such records were kept. They stay listed, and their pages say ‘
            {describeVerificationBasis(null)}’.
          </>
        ) : (
          <strong>{formatCountWithNoun(waiting, 'record waits', 'records wait')} for a second person.</strong>
        )}{' '}
        <Link to={missingVerificationBasisRecordsPath}>Missing records</Link>
      </p>
    </Notice>
  )
}

interface MissingRecordListProps {
  page: KeysetPage<VerificationWithoutBasisRecord>
  counts: VerificationWithoutBasisRecordCounts
}

/** The verifications without a record, newest first. */
export function VerificationsWithoutBasisList({ page: { rows, previous, next }, counts }: MissingRecordListProps) {
  if (rows.length === 0) {
    return (
      <EmptyState title="Nothing is missing" heading="h2">
        <p>{counts.missing === null ? 'No record waits for a second person.' : 'Every verification has a record.'}</p>
      </EmptyState>
    )
  }
  return (
    <section className="ledger-section" aria-labelledby="missing">
      <h2 id="missing">
        {counts.missing === null
          ? formatCountWithNoun(counts.waiting, 'record waits for a second person', 'records wait for a second person')
          : formatCountWithNoun(counts.missing, 'verification', 'verifications')}
      </h2>
      <ul className="ledger">
        {rows.map(({ id, name, business, verifiedAt, isWaiting }) => (
          <li key={id}>
            <h3>
              <Link className="ledger-name" to={missingVerificationBasisRecordPath(id)}>
                {name}
              </Link>
            </h3>
            <p>{business ?? 'No business yet'}</p>
            <p>
              {verifiedAt && `Verified or confirmed ${formatDate(verifiedAt)}`}{' '}
              {isWaiting && <Badge tone="waiting">Waits for a second person</Badge>}
            </p>
          </li>
        ))}
      </ul>
      <KeysetPagination previous={previous} next={next} path={missingVerificationBasisRecordsPath} keep={{}} />
    </section>
  )
}

interface MissingRecordViewProps {
  details: VerificationWithoutBasisRecordDetails
  answer: FormRefusal | undefined
}

/** One of them: what there is to go by, and the form that records what was seen. */
export function VerificationWithoutBasisPage({ details, answer }: MissingRecordViewProps) {
  const { id, name, business, documents, waiting, canRecord } = details
  return (
    <div className="wrap section case-notice">
      <Link className="more" to={missingVerificationBasisRecordsPath}>
        <Icon of={ArrowLeft} size="small" />
        Missing records
      </Link>
      <h1>{name}</h1>
      <p>
        {business && (
          <>
            <Link to={href('/business/:slug', { slug: business.slug })}>{business.name}</Link>
            {' · '}
          </>
        )}
        <Link to={href('/admin/verifications/:id', { id })}>The case and its decisions</Link>
      </p>
      <p>
        Nobody recorded what the reviewer saw. The verification holds, and the page of the business says ‘
        {describeVerificationBasis(null)}’. If you cannot find out what was seen, an admin can reopen the case there.
      </p>
      {documents.length > 0 ? (
        <section aria-labelledby="stored">
          <h2 id="stored">Documents that are still stored</h2>
          <ul>
            {documents.map((document, index) => (
              <li key={document.id}>
                <a href={href('/verification/documents/:id', { id: document.id })} target="_blank" rel="noreferrer">
                  {index + 1}. {verificationDocumentKinds[document.kind]}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="muted">Their documents are deleted.</p>
      )}
      {answer?.form !== 'settle-record' && <FormAnswerNotice answer={answer} />}
      {waiting && <WaitingRecord details={details} waiting={waiting} />}
      {canRecord && (
        <SettlementForm
          hasDocuments={documents.length > 0}
          answer={answer?.form === 'settle-record' ? answer : undefined}
        />
      )}
      {!canRecord && !waiting && <p>You have a part in this verification, so someone else records it.</p>}
    </div>
  )
}

interface WaitingRecordProps {
  details: VerificationWithoutBasisRecordDetails
  waiting: WaitingVerificationBasisRecord
}

function WaitingRecord({ details: { canConfirm }, waiting }: WaitingRecordProps) {
  const { isOwn } = waiting
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waits for a second person</h2>
      <VerificationBasisRecordSummary record={waiting} />
      {canConfirm === 'alone' && (
        <p>
          Nobody else on the staff can confirm it, so you may do so alone. The page of the business then says that it
          was {seenByOneReviewerLabel}.
        </p>
      )}
      {!canConfirm && (
        <p>{isOwn ? 'Someone else confirms it.' : 'You have a part in it, so someone else confirms it.'}</p>
      )}
      <div className="row">
        {canConfirm && (
          <ButtonForm
            name="confirm-settlement"
            submit={canConfirm === 'alone' ? 'Confirm it alone' : 'Confirm it'}
            busy="Confirming..."
            values={{ record: waiting.id }}
          />
        )}
        {(canConfirm || isOwn) && (
          <ButtonForm
            name="take-back-settlement"
            submit={isOwn ? 'Take your record back' : 'Do not confirm it'}
            busy="Taking it back..."
            kind="secondary"
            values={{ record: waiting.id }}
          />
        )}
      </div>
    </section>
  )
}

function SettlementForm({ hasDocuments, answer }: { hasDocuments: boolean; answer: FormRefusal | undefined }) {
  const offered = retroactiveVerificationBases.filter((each) => each !== 'documents' || hasDocuments)
  return (
    <section aria-labelledby="settle">
      <h2 id="settle">What the verification rests on</h2>
      <p>What was seen instead of documents waits for a second person. A telephone call alone is not enough.</p>
      <VerificationBasisRecordForm
        name="settle-record"
        loadSchema={() =>
          import('../records/form-schema.ts').then(
            ({ retroactiveVerificationBasisSchema }) => retroactiveVerificationBasisSchema,
          )
        }
        legend="What was seen"
        choices={offered.map((value) => [value, retroactiveVerificationBasisLabels[value]])}
        hint="What was seen, when, and who showed it; not needed for documents."
        isNoteRequired={false}
        kind="primary"
        answer={answer}
      />
    </section>
  )
}
