import { Checkbox } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { verificationWithdrawalFormInvalidToast } from '../model.ts'

interface WithdrawalProps {
  /** What else is affected. */
  isVerified: boolean
  answer: FormRefusal | undefined
}

/** Withdraws a verification, after reading and ticking a box. */
export function VerificationWithdrawalForm({ isVerified, answer }: WithdrawalProps) {
  const form = useSchemaForm({
    id: 'withdrawal',
    loadSchema: () =>
      import('../form-schema.ts').then(({ verificationWithdrawalSchema: withdrawalSchema }) => withdrawalSchema),
    lastResult: answer?.result,
    onInvalid: verificationWithdrawalFormInvalidToast,
  })
  const { defaultValue, ...field } = form.field('withdraw')
  return (
    <details className="disclosure" id="withdraw" open={answer !== undefined}>
      <summary>Withdraw this verification</summary>
      <p>
        We delete what you told us about your service and all your documents straight away. This cannot be undone. We
        keep only the type of each document and when it was sent.
        {isVerified && ' Your business leaves the directory until you are verified again.'} You can apply again at any
        time.
      </p>
      <FormFrame name="withdraw" form={form} answer={answer} submit="Withdraw" busy="Withdrawing..." kind="danger">
        <Checkbox {...field} label="I want to withdraw my verification and delete my documents" />
      </FormFrame>
    </details>
  )
}
