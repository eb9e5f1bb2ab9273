import { formatPence, formatPenceAsDecimalPounds } from '#app/lib/money.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { invalidOrderRefundToast, orderRefundReasons } from '../payment/refund-model.ts'

interface RefundFormProps {
  /** Pence that can still be refunded. */
  left: number
  /** Idempotency key of the form. */
  refundKey: string
  answer: FormRefusal | undefined
}

/** Refunds all or part of what was paid. */
export function OrderRefundForm({ left, refundKey, answer }: RefundFormProps) {
  const form = useSchemaForm({
    id: 'refund',
    loadSchema: () =>
      import('../payment/refund-form-schema.ts').then(({ orderRefundSchema: refundSchema }) => refundSchema),
    lastResult: answer?.result,
    defaultValue: { key: refundKey, amount: formatPenceAsDecimalPounds(left), reason: '' },
    onInvalid: invalidOrderRefundToast,
  })
  const { error, ...key } = form.field('key')
  return (
    <FormFrame
      name="refund"
      form={form}
      answer={answer}
      submit="Refund"
      busy="Refunding..."
      kind="danger"
      place="#refunds"
    >
      <input type="hidden" {...key} />
      <TextField
        {...form.field('amount')}
        label="Amount in pounds"
        hint={`Up to ${formatPence(left)}`}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField {...form.field('reason')} label="Why">
        <option value="">Choose a reason</option>
        {Object.entries(orderRefundReasons).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </FormFrame>
  )
}
