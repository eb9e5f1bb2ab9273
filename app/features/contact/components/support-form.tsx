import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { accountFormProblemToast, type FormSenderPrefill } from '#app/features/account/model.ts'
import { Checkbox, LongTextField, OptionalFieldLabel, SelectField, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { HoneypotField } from '#app/ui/unseen-field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { supportMusterInquiryKinds } from '../model.ts'

interface SupportFormProps {
  /** The signed-in member; null for a visitor. */
  known: FormSenderPrefill | null
  answer: FormRefusal | undefined
}

const id = 'support'

/** The support form. With JavaScript it can only be sent after agreeing to the privacy policy. */
export function SupportMusterForm({ known, answer }: SupportFormProps) {
  const form = useSchemaForm({
    id,
    loadSchema: () =>
      import('../form-schema.ts').then(({ supportMusterInquirySchema: supportSchema }) => supportSchema),
    lastResult: answer?.result,
    defaultValue: { name: known?.name, email: known?.email },
    onInvalid: accountFormProblemToast,
  })
  const { defaultValue: agreed, ...privacy } = form.field('privacyAgreed')
  const waits = useDisagreed(privacy.id)
  return (
    <FormFrame name={id} form={form} answer={answer} submit="Send message" busy="Sending..." disabled={waits}>
      <HoneypotField id={id} />
      <div className="two-fields">
        <TextField {...form.field('name')} label="Name" autoComplete="name" required />
        <TextField
          {...form.field('organization')}
          label={<OptionalFieldLabel>Organisation</OptionalFieldLabel>}
          autoComplete="organization"
        />
      </div>
      <div className="two-fields">
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
        <TextField
          {...form.field('phone')}
          label={<OptionalFieldLabel>Phone</OptionalFieldLabel>}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <SelectField {...form.field('supportType')} label="Type of support" required>
        <option value="">Choose one</option>
        {supportMusterInquiryKinds.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <LongTextField {...form.field('message')} label="Message" rows={6} required />
      <Checkbox
        {...privacy}
        defaultChecked={agreed === 'on'}
        label={
          <>
            I agree to the{' '}
            <Link to={href('/privacy-policy')} target="_blank">
              privacy policy<span className="sr-only"> (opens in a new tab)</span>
            </Link>
          </>
        }
        required
      />
    </FormFrame>
  )
}

/** Whether the checkbox is not ticked yet, which disables the button. */
function useDisagreed(boxId: string): boolean {
  const hydrated = useHydrated()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    const box = document.getElementById(boxId)
    if (!(box instanceof HTMLInputElement)) return
    // The browser restores the checkbox when going back.
    const look = () => setEmpty(!box.checked)
    look()
    box.addEventListener('change', look)
    return () => box.removeEventListener('change', look)
  }, [boxId])
  return hydrated && empty
}
