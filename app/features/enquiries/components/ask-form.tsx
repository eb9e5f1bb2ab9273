import { href } from 'react-router'
import { accountFormProblemToast, type FormSenderPrefill } from '#app/features/account/model.ts'
import { LongTextField, OptionalFieldLabel, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { HoneypotField } from '#app/ui/unseen-field.tsx'
import type { EnquiryRecipient } from '../model.ts'
import './enquiries.css'

interface AskPageProps {
  recipients: EnquiryRecipient[]
  /** The signed-in member; null for a visitor. */
  known: FormSenderPrefill | null
  answer: FormRefusal | undefined
}

const id = 'ask'

/** The page to ask one or several businesses for a quote. */
export function EnquiryFormPage({ recipients, known, answer }: AskPageProps) {
  const isOne = recipients.length === 1
  return (
    <div className="wrap section ask">
      <h1>Ask for a quote</h1>
      <p className="lead">
        {isOne ? 'To ' : 'We send this to '}
        {recipients.map(({ slug, name }, index) => (
          <span key={slug}>
            {index > 0 && (index === recipients.length - 1 ? ' and ' : ', ')}
            <Link to={href('/business/:slug', { slug })}>{name}</Link>
          </span>
        ))}
        .
      </p>
      <AskForm isOne={isOne} known={known} answer={answer} />
    </div>
  )
}

function AskForm({ isOne, known, answer }: Omit<AskPageProps, 'recipients'> & { isOne: boolean }) {
  const form = useSchemaForm({
    id,
    loadSchema: () => import('../form-schema.ts').then(({ enquirySchema }) => enquirySchema),
    lastResult: answer?.result,
    defaultValue: { name: known?.name, email: known?.email },
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame name={id} form={form} answer={answer} submit="Send enquiry" busy="Sending...">
      <HoneypotField id={id} />
      <LongTextField
        {...form.field('needs')}
        label="What do you need?"
        hint="For example, what you want done, how much, and any dates"
        rows={6}
        required
      />
      <div className="two-fields">
        <TextField {...form.field('place')} label="Where?" hint="A town or postcode" required />
        <TextField
          {...form.field('wantedBy')}
          label={<OptionalFieldLabel>By when?</OptionalFieldLabel>}
          hint="For example, 31 March, or this spring"
        />
      </div>
      <div className="two-fields">
        <TextField {...form.field('name')} label="Name" autoComplete="name" required />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
      </div>
      <TextField
        {...form.field('phone')}
        label={<OptionalFieldLabel>Phone</OptionalFieldLabel>}
        type="tel"
        autoComplete="tel"
        hint="Only if you are happy to be called"
      />
      <p className="muted">
        We email what you type here to {isOne ? 'the business, which replies' : 'each business, and they reply'} to you
        directly. We keep it for a year. We send you a link to see, save or delete it, but emails already sent cannot be
        taken back. See our <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    </FormFrame>
  )
}
