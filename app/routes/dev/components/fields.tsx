import { useState } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Checkbox, LongTextField, OptionalFieldLabel, SelectField, TextField } from '#app/ui/field.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { NewPasswordFields } from '#app/ui/new-password-fields.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import type { PendingUpload } from '#app/ui/use-uploads.ts'
import type { ShowcaseTheme } from './part.ts'

export function FormFieldShowcase({ theme }: { theme: ShowcaseTheme }) {
  const id = (name: string) => `${theme}-${name}`
  return (
    <>
      <div className="two-fields">
        <TextField id={id('name')} label="First name" defaultValue="Sam" />
        <TextField
          id={id('display')}
          label={<OptionalFieldLabel>Display name</OptionalFieldLabel>}
          hint="Shown in its place."
        />
      </div>
      <TextField
        id={id('email')}
        label="Email"
        hint="Where we reach you."
        error="Invalid email address"
        defaultValue="sam@"
      />
      <SelectField id={id('industry')} label="Industry">
        <option>Construction & Trades</option>
        <option>Food & Drink</option>
      </SelectField>
      <SelectField id={id('branch')} label="Branch" error="Choose a branch from the list">
        <option>Choose one</option>
      </SelectField>
      <LongTextField id={id('description')} label="Description" rows={3} defaultValue="Tables, doors and stairs." />
      <Checkbox id={id('agreed')} label="I agree" defaultChecked />
      <Checkbox id={id('disagreed')} label="I agree to this too" error="Please agree to go on" />
    </>
  )
}

export function PasswordFieldShowcase({ theme }: { theme: ShowcaseTheme }) {
  const secretField = (name: string) => ({ id: `${theme}-${name}`, name, type: 'password' })
  return (
    <>
      <PasswordField {...secretField('current')} label="Current password" answer={null} autoComplete="off" />
      <NewPasswordFields
        form={{ secretField }}
        answer={undefined}
        name="new"
        label="New password"
        repeatLabel="New password again"
        minimum={6}
      />
    </>
  )
}

export function ErrorSummaryShowcase({ theme }: { theme: ShowcaseTheme }) {
  const [attempt, setAttempt] = useState(0)
  return (
    <>
      <div>
        <Button kind="secondary" onClick={() => setAttempt(attempt + 1)}>
          Say what is wrong
        </Button>
      </div>
      <ErrorSummary
        attempt={attempt}
        errors={
          attempt === 0
            ? []
            : [{ field: `${theme}-email`, message: 'Invalid email address' }, { message: 'Something else is wrong' }]
        }
      />
    </>
  )
}

const file = (name: string) => new File([new Uint8Array(2 * 1024 * 1024)], name)
const upload = { fields: {}, percentage: 0, problem: null }
const uploads: PendingUpload[] = [
  { ...upload, id: 1, file: file('waiting.jpg'), state: 'waiting' },
  { ...upload, id: 2, file: file('under-way.jpg'), state: 'sending', percentage: 45 },
  { ...upload, id: 3, file: file('stored.jpg'), state: 'sending', percentage: 100 },
  {
    ...upload,
    id: 4,
    file: file('drawing.svg'),
    state: 'refused',
    problem: { title: 'Invalid file type', description: 'Please upload an image file', bad: true },
  },
  { ...upload, id: 5, file: file('cut-off.jpg'), state: 'failed', problem: { title: 'Upload failed', bad: true } },
]

export function FileUploadShowcase() {
  const toast = useToast()
  const act = () => toast({ title: 'This button does nothing here' })
  return (
    <>
      <FileDrop
        label="Picture"
        hint="JPG, PNG or WEBP, at most 5MB."
        prompt="Drop a picture here, or choose one"
        name="file"
        accept="image/*"
        address={href('/dev/components')}
        onFiles={([chosen]) => toast({ title: chosen?.name ?? 'None', description: 'It is not sent anywhere.' })}
      />
      <UploadList uploads={uploads} cancel={act} retry={act} />
    </>
  )
}
