import { Form } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { accountFormProblemToast, type EmailChangePageData } from '../model.ts'

interface ConfirmEmailProps {
  change: EmailChangePageData
  answer: FormRefusal | undefined
}

/** The page of the link to a new sign-in address: it says what would change, and changes it on confirmation. */
export function ConfirmEmailChangePage({ change, answer }: ConfirmEmailProps) {
  const { newEmail, isNew, askedBy, askedAt, isOwnAccount } = change
  return (
    <>
      <p className="lead">
        {isOwnAccount
          ? isNew
            ? 'After that, you log in with this address instead of the old one.'
            : 'After that, we send all emails to this address again.'
          : 'A member of Muster wants to log in with this address. Nothing changes until the member confirms it here.'}
      </p>
      <NameValueList
        facts={[
          [isNew ? 'New address' : 'Address', newEmail],
          ['Requested by', askedBy],
          ['Requested on', `${formatDateTime(askedAt)}, UK time`],
        ]}
      />
      {isOwnAccount ? (
        <>
          <FormAnswerNotice answer={answer} />
          <ButtonForm name="confirm-email" submit="Confirm this email address" busy="Confirming..." />
        </>
      ) : (
        <ConfirmWithPassword answer={answer} />
      )}
      <p className="auth-more">
        {isOwnAccount
          ? 'If you did not ask for this, change your password.'
          : "If this was not you, close this page. You don't need to do anything."}
      </p>
    </>
  )
}

function ConfirmWithPassword({ answer }: { answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'confirm',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ confirmEmailChangeByPasswordSchema: confirmEmailSchema }) => confirmEmailSchema,
      ),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  const { busy, once } = useSingleSubmit('confirm-email')
  return (
    <>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="confirm-email" />
        <PasswordField
          {...form.secretField('password')}
          label="Password"
          hint="Your Muster password"
          autoComplete="current-password"
          answer={answer}
          required
        />
        <SubmitButton size="large" busy={busy} busyLabel="Confirming...">
          Confirm this email address
        </SubmitButton>
      </Form>
    </>
  )
}
