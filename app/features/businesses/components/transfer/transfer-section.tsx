import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ButtonForm, FormFrame } from '#app/ui/form-frame.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { type OwnershipTransferForOwner, ownershipInvitationValidityDays } from '../../transfer/model.ts'

interface TransferSectionProps {
  title: string
  /** Of the business. */
  name: string
  open: OwnershipTransferForOwner['open']
  answer: FormRefusal | undefined
}

/** Hands a listing on to a new owner, or withdraws the invitation. */
export function OwnershipTransferSection({ title, name, open, answer }: TransferSectionProps) {
  const toInvite = answer?.form === 'hand-on' ? answer : undefined
  return (
    <SettingsSection id="handover" title={title} lead="To someone who has bought the business, or to a partner.">
      {open ? (
        <>
          {answer?.form === 'withdraw-handover' && <FormAnswerNotice answer={answer} />}
          {toInvite && <FormAnswerNotice answer={toInvite} />}
          <p>
            On {formatLongDate(open.askedAt)} you invited <b className="handover-email">{open.email}</b> to take over
            this listing. They can accept until {formatLongDate(open.expiresAt)}. Until they do, it stays yours.
          </p>
          <ButtonForm
            name="withdraw-handover"
            submit="Withdraw the invitation"
            busy="Withdrawing..."
            kind="secondary"
            action="#handover"
          />
        </>
      ) : (
        <details className="disclosure" open={toInvite !== undefined}>
          <summary>Invite the new owner</summary>
          <p>
            We email an invitation to the new owner. They have {ownershipInvitationValidityDays} days to accept. Then:
          </p>
          <ul className="plain-list">
            <li>
              The listing of {name} becomes theirs, with its text, pictures and page on Muster. You can no longer change
              it.
            </li>
            <li>We remove its email address, phone number, street address, registrations and insurance.</li>
            <li>It leaves the directory until the new owner is verified: your verification does not count for them.</li>
            <li>Its badges, stickers and certificates stop being valid straight away and for good.</li>
          </ul>
          <p>You keep your account and your own verification. Only the new owner can transfer the listing back.</p>
          <TransferForm answer={toInvite} />
        </details>
      )}
    </SettingsSection>
  )
}

function TransferForm({ answer }: { answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'hand-on',
    loadSchema: () =>
      import('../../transfer/form-schema.ts').then(
        ({ ownershipTransferInvitationSchema: handOnSchema }) => handOnSchema,
      ),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame
      name="hand-on"
      form={form}
      answer={answer}
      submit="Send the invitation"
      busy="Sending..."
      kind="danger"
      place="#handover"
    >
      <TextField
        {...form.field('email')}
        label="Email address of the new owner"
        hint="They need a free account with this address."
        type="email"
        autoComplete="off"
        required
      />
      <PasswordField
        {...form.secretField('currentPassword')}
        label="Your password"
        autoComplete="current-password"
        answer={answer}
        required
      />
    </FormFrame>
  )
}
