import { href } from 'react-router'
import { Checkbox } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import {
  verificationConsentText,
  verificationDeclarationClauses,
  verificationDeclarationText,
  verificationFormInvalidToast,
} from '../model.ts'
import { verificationStepPath } from '../rules.ts'
import { VerificationStepForm } from './step-form.tsx'
import './explainer.css'
import './verification.css'

/** The five things everyone who applies agrees to. */
export function VerificationDeclarationClauseList() {
  return (
    <div>
      <ol className="clauses">
        {verificationDeclarationClauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
      <p className="hint mt-3">
        Our <Link to={href('/privacy-policy')}>privacy policy</Link> says what we hold, why and for how long.
      </p>
    </div>
  )
}

interface DeclarationStepProps {
  isDeclared: boolean
  answer: FormRefusal | undefined
}

/** The declaration. Its text is sent with the form, so that exactly what was read is stored. */
export function VerificationDeclarationStep({ isDeclared, answer }: DeclarationStepProps) {
  const form = useSchemaForm({
    id: 'declaration',
    loadSchema: () =>
      import('../form-schema.ts').then(({ verificationDeclarationSchema: declarationSchema }) => declarationSchema),
    lastResult: answer?.result,
    defaultValue: { consentGiven: isDeclared ? 'on' : '' },
    onInvalid: verificationFormInvalidToast,
  })
  const { defaultValue, ...consent } = form.field('consentGiven')
  return (
    <VerificationStepForm
      name="declaration"
      form={form}
      answer={answer}
      submit="Next"
      busy="Saving..."
      previous={verificationStepPath('documents')}
    >
      <input type="hidden" name="declarationText" value={verificationDeclarationText} />
      <VerificationDeclarationClauseList />
      <Checkbox {...consent} defaultChecked={defaultValue === 'on'} label={verificationConsentText} required />
    </VerificationStepForm>
  )
}
