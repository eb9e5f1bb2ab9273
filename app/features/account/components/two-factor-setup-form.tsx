import { useEffect, useRef } from 'react'
import { TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { accountFormProblemToast, type TwoFactorSetupData } from '../model.ts'
import './security.css'

interface TwoFactorSetupFormProps {
  setup: TwoFactorSetupData
  answer: FormRefusal | undefined
}

const quietZone = 4

/** Shows the secret for an authenticator app and asks for the first code. */
export function TwoFactorSetupForm({ setup, answer }: TwoFactorSetupFormProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useSchemaForm({
    id: 'confirm-two-factor',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ confirmTwoFactorSetupSchema: confirmTwoFactorSchema }) => confirmTwoFactorSchema,
      ),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  // The button that led here is gone, so the focus needs a new place.
  useEffect(() => heading.current?.focus(), [])
  const { size, path } = setup.qrCode
  const side = size + 2 * quietZone
  return (
    <div className="two-factor-setup">
      <h3 ref={heading} tabIndex={-1}>
        Add Muster to your authenticator app
      </h3>
      <p>Scan this code with the app. It works for 15 minutes.</p>
      <svg
        className="qr-code"
        viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
        role="img"
        aria-label="QR code for your authenticator app. The key below does the same"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        No camera? Type this key into the app: <code className="setup-key">{setup.key}</code>
      </p>
      <FormFrame name="confirm-two-factor" form={form} answer={answer} submit="Turn on two-factor" busy="Checking...">
        <input type="hidden" name="proof" value={setup.proof} />
        <TextField
          {...form.secretField('code')}
          type="text"
          label="Code"
          hint="6 digits from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </FormFrame>
    </div>
  )
}
