import { formatLongDate } from '#app/lib/dates.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { verificationDeclarationText, verificationFormInvalidToast } from '../model.ts'
import type { VerificationTerm } from '../rules.ts'
import { VerificationDeclarationClauseList } from './declaration-step.tsx'

interface ConfirmationProps {
  term: VerificationTerm
  answer: FormRefusal | undefined
}

/** The yearly confirmation that everything is still true, without documents. */
export function YearlyVerificationConfirmationForm({ term, answer }: ConfirmationProps) {
  const form = useSchemaForm({
    id: 'confirmation',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ yearlyVerificationConfirmationSchema: yearlyConfirmationSchema }) => yearlyConfirmationSchema,
      ),
    lastResult: answer?.result,
    onInvalid: verificationFormInvalidToast,
  })
  const { defaultValue, ...field } = form.field('consentGiven')
  return (
    <SettingsSection
      id="confirm"
      title="Is this still true?"
      lead={
        term.endsAt
          ? `You need to confirm your verification once a year. Confirm it by ${formatLongDate(term.dueAt)}. If you have not done so before ${formatLongDate(term.endsAt)}, your business leaves the directory on that day.`
          : `You need to confirm your verification once a year. Confirm it by ${formatLongDate(term.dueAt)}.`
      }
    >
      <FormFrame name="confirm" form={form} answer={answer} submit="Confirm for another year" busy="Confirming...">
        <input type="hidden" name="declarationText" value={verificationDeclarationText} />
        <VerificationDeclarationClauseList />
        <Checkbox {...field} label="What I told you about my service is still true." required />
      </FormFrame>
    </SettingsSection>
  )
}
