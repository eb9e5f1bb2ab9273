import { Form, href, Link } from 'react-router'
import { passwordLengthLimits } from '#app/features/account/model.ts'
import type { LookupOption } from '#app/features/reference/service.server.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { NewPasswordFields } from '#app/ui/new-password-fields.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { invalidRegistrationToast } from '../model.ts'

interface RegistrationFormProps {
  answer: FormRefusal | undefined
  relationshipTypes: LookupOption[]
  /** The one that they have chosen elsewhere. */
  relationshipTypeId: string | undefined
  /** Link to the login. */
  loginPath: string
}

/** The registration tab. */
export function RegistrationForm({ answer, relationshipTypes, relationshipTypeId, loginPath }: RegistrationFormProps) {
  const form = useSchemaForm({
    id: 'register',
    loadSchema: () => import('../form-schema.ts').then(({ registrationSchema }) => registrationSchema),
    lastResult: answer?.result,
    defaultValue: { militaryRelationshipTypeId: relationshipTypeId },
    onInvalid: invalidRegistrationToast,
  })
  const { busy, once } = useSingleSubmit('register')
  return (
    <>
      <FormProblems form={form} answer={answer} />
      <Form method="post" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="register" />
        <p className="hint">All fields are required.</p>
        <div className="two">
          <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField {...form.field('personalEmail')} label="Email" type="email" autoComplete="email" required />
        <TextField {...form.field('personalMobile')} label="Mobile" type="tel" autoComplete="tel" required />
        <SelectField {...form.field('militaryRelationshipTypeId')} label="Your military relationship" required>
          <option value="">Choose one</option>
          {relationshipTypes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <NewPasswordFields
          form={form}
          answer={answer}
          name="password"
          label="Password"
          repeatLabel="Repeat password"
          minimum={passwordLengthLimits.min}
        />
        <p className="hint">
          Before you join, read our <Link to={href('/terms')}>terms</Link> and our{' '}
          <Link to={href('/privacy')}>privacy policy</Link>.
        </p>
        <SubmitButton size="large" busy={busy} busyLabel="Creating account...">
          Create account
        </SubmitButton>
      </Form>
      <p className="auth-more">
        Already a member? <Link to={loginPath}>Log in</Link>
      </p>
    </>
  )
}
