import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { type ContactSubmissionView, contactSubmissionKindLabels } from '../model.ts'
import { adminContactSubmissionsPath, contactReplyMailtoLink } from '../rules.ts'
import { DataProtectionComplaintAnswerOrForm } from './complaint-answer.tsx'
import './contact.css'

/** An enquiry in full, with buttons to reply and to mark it as handled; a complaint is answered here. */
export function AdminContactSubmissionPage({
  enquiry,
  answer,
}: {
  enquiry: ContactSubmissionView
  answer: FormRefusal | undefined
}) {
  const { kind, name, email, organization, phone, about, message, isMember, createdAt, handledAt, handledBy, dueAt } =
    enquiry
  return (
    <div className="wrap section enquiry-card">
      <Link className="more" to={adminContactSubmissionsPath}>
        <Icon of={ArrowLeft} size="small" />
        All enquiries
      </Link>
      <h1>{name}</h1>
      <NameValueList
        facts={[
          [contactSubmissionKindLabels[kind], about],
          ['Email', email],
          ...(organization ? ([['Organisation', organization]] as [string, string][]) : []),
          ...(phone ? ([['Phone', phone]] as [string, string][]) : []),
          ['Sent', `${formatDateTime(createdAt)}${isMember ? ', by a member who was logged in' : ''}`],
          ...(dueAt && !handledAt ? ([['Answer by', formatDate(dueAt)]] as [string, string][]) : []),
          [
            dueAt ? 'Answered' : 'Handled',
            handledAt ? `${formatDateTime(handledAt)}${handledBy ? ` by ${handledBy}` : ''}` : 'Not yet',
          ],
        ]}
      />
      <p className="prose-lines">{message}</p>
      {dueAt ? (
        <DataProtectionComplaintAnswerOrForm complaint={enquiry} dueAt={dueAt} formAnswer={answer} />
      ) : (
        <div className="row">
          <a className={buttonClass()} href={contactReplyMailtoLink({ email, about })}>
            Reply by email
          </a>
          <ButtonForm
            name={handledAt ? 'waiting' : 'handled'}
            submit={handledAt ? 'Mark as waiting' : 'Mark as handled'}
            busy="Saving..."
            kind="secondary"
          />
        </div>
      )}
    </div>
  )
}
