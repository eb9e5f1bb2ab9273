import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { accountFormProblemToast, passwordLengthLimits } from '#app/features/account/model.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import type { FormName } from '#app/lib/form-names.ts'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { Checkbox, TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { NewPasswordFields } from '#app/ui/new-password-fields.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type FormRefusal, type SchemaFormState, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import type {
  confirmRegistrationByNewPasswordAndNameSchema,
  confirmRegistrationByNewPasswordSchema,
} from '../form-schema.ts'
import type { RegistrationConfirmationView } from '../model.ts'
import './confirm-registration.css'

interface ConfirmRegistrationProps {
  confirmation: RegistrationConfirmationView & {
    /** The sign-in address of the signed-in user. */
    signedInAs: string | null
  }
  /** The answer to the form that was sent. */
  answer: (FormRefusal & { form: string }) | undefined
}

/** The page of a confirmation link: who registered, and the ways to confirm. Opening it changes nothing. */
export function ConfirmRegistrationPage({ confirmation, answer }: ConfirmRegistrationProps) {
  const { email, askedBy, askedAt, isOwnBrowser } = confirmation
  const to = (form: string) => (answer?.form === form ? answer : undefined)
  return (
    <>
      <p className="lead">
        {isOwnBrowser
          ? 'Confirm your email address and your account is ready.'
          : 'Someone registered at Muster with this address. Nothing happens until you confirm it here.'}
      </p>
      <NameValueList
        facts={[
          ['Address', email],
          ['Name', askedBy],
          ['Registered on', `${formatDateTime(askedAt)}, UK time`],
        ]}
      />
      {isOwnBrowser ? (
        <ConfirmHere confirmation={confirmation} answer={to('confirm')} />
      ) : (
        <ConfirmWithPassword confirmation={confirmation} answer={to('confirm-password')} />
      )}
      <details className="disclosure" open={to('confirm-own') !== undefined}>
        <summary>This wasn't me</summary>
        <ConfirmOwn confirmation={confirmation} answer={to('confirm-own')} />
      </details>
      <p className="auth-more">
        If you do not want an account, close this page. Nobody can use your email address here unless you confirm it.
      </p>
    </>
  )
}

type Way = Pick<ConfirmRegistrationProps, 'confirmation'> & { answer: FormRefusal | undefined }

/** A signed-in user may stay signed in. */
const pressOf = ({ signedInAs }: Way['confirmation']) => (signedInAs ? 'Confirm' : 'Confirm and log in')

/** In the browser that registered: one click. */
function ConfirmHere({ confirmation, answer }: Way) {
  const form = useSchemaForm({
    id: 'confirm',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ confirmRegistrationInSameBrowserSchema }) => confirmRegistrationInSameBrowserSchema,
      ),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <ConfirmationForm name="confirm" form={form} answer={answer} submit={pressOf(confirmation)}>
      <ProfileChoice form={form} choice={confirmation.choice} />
      <SessionChoice form={form} confirmation={confirmation} />
    </ConfirmationForm>
  )
}

/** In another browser: the password proves who registered. */
function ConfirmWithPassword({ confirmation, answer }: Way) {
  const form = useSchemaForm({
    id: 'confirm-password',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ confirmRegistrationByTypedPasswordSchema: confirmationPasswordSchema }) => confirmationPasswordSchema,
      ),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <ConfirmationForm name="confirm-password" form={form} answer={answer} submit={pressOf(confirmation)}>
      <PasswordField
        {...form.secretField('password')}
        label="Password"
        hint="The password you chose when you registered"
        autoComplete="current-password"
        answer={answer}
        required
      />
      <ProfileChoice form={form} choice={confirmation.choice} />
      <SessionChoice form={form} confirmation={confirmation} />
    </ConfirmationForm>
  )
}

/** For the owner of an address that somebody else registered. */
function ConfirmOwn({ confirmation, answer }: Way) {
  const { isImported } = confirmation
  const form = useSchemaForm<
    typeof confirmRegistrationByNewPasswordAndNameSchema | typeof confirmRegistrationByNewPasswordSchema
  >({
    id: 'confirm-own',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({
          confirmRegistrationByNewPasswordAndNameSchema: ownAccountSchema,
          confirmRegistrationByNewPasswordSchema: ownPasswordSchema,
        }) => (isImported ? ownPasswordSchema : ownAccountSchema),
      ),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <ConfirmationForm name="confirm-own" form={form} answer={answer} submit="Use the new password" kind="secondary">
      <p>
        This deletes everything that was typed: the password, the name and the mobile number.
        {isImported && ' Your profile stays as it is in our directory.'}
      </p>
      {!isImported && (
        <div className="two">
          <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
        </div>
      )}
      <NewPasswordFields
        form={form}
        answer={answer}
        name="newPassword"
        label="New password"
        repeatLabel="Repeat new password"
        minimum={passwordLengthLimits.min}
      />
      <SessionChoice form={form} confirmation={confirmation} />
    </ConfirmationForm>
  )
}

interface ConfirmationFormProps {
  name: FormName
  form: SchemaFormState
  answer: FormRefusal | undefined
  submit: string
  kind?: 'primary' | 'secondary'
  children: ReactNode
}

function ConfirmationForm({ name, form, answer, submit, kind = 'primary', children }: ConfirmationFormProps) {
  const { busy, once } = useSingleSubmit(name)
  return (
    <>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value={name} />
        {children}
        <SubmitButton size="large" kind={kind} busy={busy} busyLabel="Confirming...">
          {submit}
        </SubmitButton>
      </Form>
    </>
  )
}

interface ProfileChoiceProps {
  form: SchemaFormState
  choice: RegistrationConfirmationView['choice']
}

/** Compares an imported profile with what was typed. It stays unchanged unless its owner chooses otherwise. */
function ProfileChoice({ form, choice }: ProfileChoiceProps) {
  if (!choice) return null
  const { id, name, defaultValue } = form.field('profile')
  const options = [
    { value: 'imported', label: 'From our directory', outline: choice.imported },
    { value: 'typed', label: 'From the registration form', outline: choice.typed },
  ]
  return (
    <fieldset className="profile-choice" id={id}>
      <legend className="label">We know you from our directory. What should your profile say?</legend>
      {options.map(({ value, label, outline }) => (
        <label key={value} className="check radio">
          <input type="radio" name={name} value={value} defaultChecked={(defaultValue || 'imported') === value} />
          <span>
            {label}
            <strong>{outline.name}</strong>
            <span>{outline.mobile ?? 'No mobile number'}</span>
            <span>{outline.relationship ?? 'No military relationship'}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Asks whether the current session may end. */
function SessionChoice({ form, confirmation }: Pick<ProfileChoiceProps, 'form'> & Pick<Way, 'confirmation'>) {
  const { email, signedInAs } = confirmation
  if (!signedInAs) return null
  const { defaultValue, ...field } = form.field('replace')
  return (
    <div className="session-choice">
      <p>
        You are logged in as <strong>{signedInAs}</strong> in this browser, and will stay logged in unless you tick
        this.
      </p>
      <Checkbox {...field} defaultChecked={defaultValue === 'on'} label={`Sign out, and log in as ${email}`} />
    </div>
  )
}
