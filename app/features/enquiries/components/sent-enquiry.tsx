import type { ReactNode } from 'react'
import { href } from 'react-router'
import { formatDate, formatDateTime, formatLongDateTime } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { enquiryReminderDays, type OwnSentEnquiry, type SentEnquiryState, type SentEnquiryView } from '../model.ts'
import '#app/ui/fact-list.css'
import '#app/ui/ledger.css'
import './enquiries.css'

/** The page behind a link for an enquiry that is not there. */
export function SentEnquiryNotFoundPage() {
  return (
    <MessagePage title="Enquiry not found" links={[{ label: 'Go to the directory', to: href('/directory') }]}>
      <p>It was deleted, it is more than a year old, or the link is incomplete.</p>
    </MessagePage>
  )
}

/** Asks a sender to confirm their address. Shows nothing that was typed, as the address may be a stranger's. */
export function ConfirmSentEnquiryPage({
  recipients,
  createdAt,
  answer,
}: Extract<SentEnquiryState, { state: 'unconfirmed' }> & { answer: FormRefusal | undefined }) {
  return (
    <div className="wrap section ask">
      <h1>Confirm your enquiry</h1>
      <p className="lead">
        Someone sent an enquiry to {new Intl.ListFormat('en-GB').format(recipients)} with your address, on{' '}
        {formatLongDateTime(createdAt)}. Was this you?
      </p>
      <FormAnswerNotice answer={answer} />
      <div className="row">
        <ButtonForm name="confirm-sent" submit="Yes, confirm it" busy="Confirming..." />
        <ButtonForm name="erase-sent" submit="No, delete it" busy="Deleting..." kind="secondary" />
      </div>
    </div>
  )
}

interface SentEnquiryProps {
  request: SentEnquiryView
  deletedOn: Date
  /** Path of the copy as a file. */
  file: string
  answer: FormRefusal | undefined
}

/** A sender's own enquiry, with what happens next, a copy to save and a button to erase it. */
export function ConfirmedSentEnquiryPage({ request, deletedOn, file, answer }: SentEnquiryProps) {
  const { recipients, needs, createdAt } = request
  return (
    <div className="wrap section ask">
      <h1>Your enquiry</h1>
      <p className="lead">
        {recipients.length > 0
          ? `They reply to you directly. After ${enquiryReminderDays} days without an answer we remind them.`
          : 'We did not pass it on, because the business left the directory before you confirmed your email address.'}
      </p>
      <NameValueList
        facts={[
          ['Sent', formatDateTime(createdAt)],
          ...(recipients.length > 0
            ? ([['To', <Recipients key="to" recipients={recipients} />]] as [string, ReactNode][])
            : []),
          ...sentEnquiryFacts(request),
          ['Deleted on', formatDate(deletedOn)],
        ]}
      />
      <p className="prose-lines">{needs}</p>
      <div className="row">
        <a className={buttonClass({ kind: 'secondary' })} href={file} download>
          Save a copy
        </a>
      </div>
      <FormAnswerNotice answer={answer} />
      <details className="disclosure">
        <summary>Delete this enquiry</summary>
        <p>We delete it here and in the inbox of each business. Emails already sent to them cannot be taken back.</p>
        <ButtonForm name="erase-sent" submit="Delete it" busy="Deleting..." kind="danger" />
      </details>
    </div>
  )
}

function Recipients({ recipients }: Pick<SentEnquiryView, 'recipients'>) {
  return recipients.map(({ slug, name }, index) => (
    <span key={slug}>
      {index > 0 && ', '}
      <Link to={href('/business/:slug', { slug })}>{name}</Link>
    </span>
  ))
}

/** Where, by when and who asks, as far as it was typed. */
export function sentEnquiryFacts({
  place,
  wantedBy,
  name,
  email,
  phone,
}: Omit<SentEnquiryView, 'needs' | 'createdAt' | 'recipients'>) {
  const facts: [string, string | null][] = [
    ['Where', place],
    ['By when', wantedBy],
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** The enquiries that a member sent, newest first. */
export function OwnSentEnquiriesPage({
  requests,
  answer,
}: {
  requests: OwnSentEnquiry[]
  answer: FormRefusal | undefined
}) {
  return (
    <div className="wrap section">
      <h1>Enquiries you sent</h1>
      <FormAnswerNotice answer={answer} />
      {requests.length === 0 ? (
        <EmptyState title="No enquiries yet" heading="h2">
          <p>
            Enquiries you send while logged in appear here. To send one, select ‘Ask for a quote’ on the page of a
            business.
          </p>
          <LinkButton to={href('/directory')}>Find a business</LinkButton>
        </EmptyState>
      ) : (
        <ul className="ledger leads mt-8">
          {requests.map((request) => (
            <li key={request.id}>{request.isWaiting ? <Waiting {...request} /> : <Confirmed {...request} />}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Confirmed({ id, names, needs, createdAt }: OwnSentEnquiry) {
  return (
    <>
      <h2>
        <Link className="ledger-name" to={href('/enquiries/:id', { id })}>
          {names.join(', ') || 'Not passed on'}
        </Link>
      </h2>
      <p className="excerpt">{needs}</p>
      <p className="muted">{formatDateTime(createdAt)}</p>
    </>
  )
}

/** Only whoever reads mail at its address can confirm it: it leads nowhere from here. */
function Waiting({ id, names, needs, email, createdAt }: OwnSentEnquiry) {
  return (
    <>
      <h2>{names.join(', ') || 'Not passed on'}</h2>
      <p className="excerpt">{needs}</p>
      <p>Waiting for you to confirm. We sent a link to {email}.</p>
      <p className="muted">{formatDateTime(createdAt)}</p>
      <ButtonForm
        name="erase-sent"
        submit="Delete it"
        busy="Deleting..."
        kind="secondary"
        size="small"
        values={{ id }}
      />
    </>
  )
}
