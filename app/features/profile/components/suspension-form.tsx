import { ArrowLeft } from 'lucide-react'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatDate, formatDateTime, formatLongDate } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { LongTextField } from '#app/ui/field.tsx'
import { ButtonForm, FormFrame } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import type { MemberForSuspension } from '../model.ts'
import './suspension-form.css'

interface SuspensionFormProps {
  member: MemberForSuspension
  /** The list that it was opened from. */
  back: string
  answer: FormRefusal | undefined
}

/** Asks an admin to confirm a suspension or reinstatement, and explains it. */
export function MemberSuspensionForm({ member, back, answer }: SuspensionFormProps) {
  const { name, email, undeliverableSince, userType, joinedAt, suspendedAt, suspensionReason } = member
  const does = suspendedAt
    ? ['They can log in again.', 'Their business is shown again.', 'They get an email.']
    : [
        'They are signed out everywhere and cannot log in.',
        'Their business is not shown in the directory.',
        'Nothing is deleted.',
        'They get an email that says why, and how to reach us.',
      ]
  return (
    <div className="wrap section member-status">
      <Link className="more" to={back}>
        <Icon of={ArrowLeft} size="small" />
        Profiles
      </Link>
      <h1>
        {suspendedAt ? 'Reinstate' : 'Suspend'} {name}?
      </h1>
      <NameValueList
        facts={[
          ['Email', email],
          [
            'Emails',
            undeliverableSince
              ? `Bouncing since ${formatLongDate(undeliverableSince)}: we send only what they ask for`
              : 'No bounces reported',
          ],
          ['User type', userType],
          ['Joined', formatDate(joinedAt)],
          ...(suspendedAt ? ([['Suspended', formatDateTime(suspendedAt)]] as [string, string][]) : []),
          ...(suspensionReason ? ([['Reason', suspensionReason]] as [string, string][]) : []),
        ]}
      />
      <ButtonForm
        name="mark-email"
        values={{ reached: undeliverableSince ? 'yes' : 'no' }}
        submit={undeliverableSince ? 'Emails arrive again' : 'Emails come back'}
        busy="Saving..."
        kind="secondary"
        size="small"
      />
      <ul className="plain-list">
        {does.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {suspendedAt ? (
        <>
          <FormAnswerNotice answer={answer} />
          <div className="row">
            <Cancel back={back} />
            <ButtonForm name="reinstate" submit="Reinstate member" busy="Reinstating..." />
          </div>
        </>
      ) : (
        <Suspend answer={answer} back={back} />
      )}
    </div>
  )
}

function Cancel({ back }: Pick<SuspensionFormProps, 'back'>) {
  return (
    <LinkButton kind="secondary" to={back}>
      Cancel
    </LinkButton>
  )
}

function Suspend({ answer, back }: Pick<SuspensionFormProps, 'answer' | 'back'>) {
  const form = useSchemaForm({
    id: 'suspend',
    loadSchema: () =>
      import('../form-schema.ts').then(({ memberSuspensionSchema: suspensionSchema }) => suspensionSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <>
      <FormFrame name="suspend" form={form} answer={answer} submit="Suspend member" busy="Suspending..." kind="danger">
        <LongTextField
          {...form.field('reason')}
          label="Why"
          hint="The member reads this in the email, when they try to log in and on pages they have open."
          rows={3}
          required
        />
      </FormFrame>
      <Cancel back={back} />
    </>
  )
}
