import { href } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { LongTextField, OptionalFieldLabel, SelectField, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { HoneypotField } from '#app/ui/unseen-field.tsx'
import { contentReportReasons, type ReportableContent } from '../model.ts'
import './reports.css'

interface ReportPageProps {
  subject: ReportableContent
  /** The picture that the link named, if any. */
  picture: string | null
  /** The member's address; null for a visitor. */
  email: string | null
  answer: FormRefusal | undefined
}

const id = 'report'

/** The form to report a listing, one of its pictures or a podcast. */
export function ReportContentPage({ subject, picture, email, answer }: ReportPageProps) {
  const { type, name, slug, pictures } = subject
  const form = useSchemaForm({
    id,
    loadSchema: () => import('../form-schema.ts').then(({ contentReportSchema: reportSchema }) => reportSchema),
    lastResult: answer?.result,
    defaultValue: { picture, email },
    onInvalid: accountFormProblemToast,
  })
  const thing = type === 'business' ? 'listing' : 'podcast'
  return (
    <div className="wrap section report-page">
      <h1>Report or correct</h1>
      <p className="lead">
        Tell us what is wrong with the {thing} <bdi>{name}</bdi>. A person reads it and decides. We never tell the owner
        who reported it.
      </p>
      <p>
        <Link
          to={type === 'business' ? href('/business/:slug', { slug }) : href('/podcasts/:slug', { slug })}
          className="more"
        >
          Back to the {thing}
        </Link>
      </p>
      <FormFrame name={id} form={form} answer={answer} submit="Send report" busy="Sending...">
        <HoneypotField id={id} />
        {pictures.length > 0 && (
          <SelectField {...form.field('picture')} label="What are you reporting?">
            <option value="">The whole page</option>
            {pictures.map((each) => (
              <option key={each.id} value={each.id}>
                {each.label}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField {...form.field('reason')} label="Reason" required>
          <option value="">Choose one</option>
          {Object.entries(contentReportReasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <LongTextField
          {...form.field('words')}
          label="What is wrong"
          hint="If you know what it should say, tell us. Do not include private information that we do not need."
          rows={6}
          required
        />
        <TextField
          {...form.field('email')}
          label={<OptionalFieldLabel>Your email</OptionalFieldLabel>}
          hint="We use it only to send you our decision."
          type="email"
          autoComplete="email"
        />
        <p className="muted">
          We keep what you write for a year after the decision. <Link to="/privacy-policy">Privacy policy</Link>.{' '}
          <Link to="/terms-and-conditions#reports-complaints-and-appeals">How we decide about reports</Link>.
        </p>
      </FormFrame>
    </div>
  )
}

/** The page for what is not there, or what the public does not see. */
export function ReportSubjectNotFoundPage() {
  return (
    <MessagePage
      title="Nothing to report here"
      links={[
        { label: 'Go to the directory', to: href('/directory') },
        { label: 'Contact us', to: href('/contact') },
      ]}
    >
      <p>What you want to report is not shown on Muster. If something else is wrong, write to us.</p>
    </MessagePage>
  )
}
