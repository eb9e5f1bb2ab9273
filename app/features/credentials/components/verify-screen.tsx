import { BadgeCheck, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, href, Link } from 'react-router'
import { howWeVerifyPath } from '#app/features/verification/claim-rules.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { credentialCodeParameter, type ListingCredentialCheckAnswer, type VerifiedListing } from '../model.ts'
import '#app/ui/fact-list.css'
import './verify.css'

interface VerifyFormProps {
  /** What was typed. */
  typed: string
  /** What is wrong with it; null if nothing is. */
  problem: string | null
}

const fieldId = 'code'

/** Asks for a code. */
export function VerifyCredentialFormPage({ typed, problem }: VerifyFormProps) {
  return (
    <div className="wrap section verify">
      <ErrorSummary errors={problem ? [{ field: fieldId, message: problem }] : []} attempt={typed} />
      <h1>Check a code</h1>
      <p className="lead mt-3">
        A business that Muster has verified can show a badge, a sticker or a certificate. Each has a code. Enter it to
        see whether the business is verified now.
      </p>
      <CodeForm typed={typed} problem={problem} />
      <p className="mt-8">
        <Link to={howWeVerifyPath}>How we verify</Link>
      </p>
    </div>
  )
}

function CodeForm({ typed, problem }: VerifyFormProps) {
  return (
    <Form method="get" action={href('/verify')} className="verify-form" noValidate>
      <TextField
        id={fieldId}
        name={credentialCodeParameter}
        label="Code or link"
        hint="For example, K7Q2-9MXD, or the link from a badge"
        defaultValue={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...(problem && { error: problem })}
      />
      <Button type="submit" data-waits="">
        Check
      </Button>
    </Form>
  )
}

interface AnswerProps {
  answer: ListingCredentialCheckAnswer
  /** What was checked of the business, and what was not. */
  checked?: ReactNode
  /** The email address for doubts about a listing. */
  email: string
}

/** What a code stands for, as of now. */
export function VerifyCredentialAnswerPage({ answer, checked, email }: AnswerProps) {
  const { code, verified } = answer
  return (
    <div className="wrap section verify">
      {verified ? <Yes code={code} verified={verified} checked={checked} /> : <No answer={answer} email={email} />}
      <hr className="verify-rule" />
      <h2>Check another code</h2>
      <CodeForm typed="" problem={null} />
    </div>
  )
}

/** A claim after 'is': 'Verified: run by a reservist' becomes 'verified as run by a reservist'. */
function predicateOf(claim: string): string {
  return claim
    .replace(': ', ' as ')
    .replace(/^Verified/, 'verified')
    .replace(/^Checked/, 'a checked')
}

function Yes({ code, verified, checked }: { code: string; verified: VerifiedListing; checked: ReactNode }) {
  const { slug, name, claim, basis } = verified
  return (
    <>
      <p className="verify-state is-yes">
        <Icon of={BadgeCheck} /> Yes
      </p>
      <h1 className="verify-sentence">
        <Link to={href('/business/:slug', { slug })}>{name}</Link> is {predicateOf(claim)}.
      </h1>
      <p className="lead mt-3">{basis}. This answer is at most a minute old.</p>
      <NameValueList facts={[['Code', code]]} />
      {checked}
    </>
  )
}

function No({ answer: { code, endedAt }, email }: Omit<AnswerProps, 'checked'>) {
  return (
    <>
      <p className="verify-state is-no">
        <Icon of={CircleSlash} /> No
      </p>
      <h1 className="verify-sentence">No longer verified{endedAt ? ` since ${formatLongDate(endedAt)}` : ''}.</h1>
      <p className="lead mt-3">
        The code {code} belonged to a verified business. Its verification has ended, or the business is not listed at
        the moment. A badge, sticker or certificate with this code is no longer valid.
      </p>
      <p className="mt-5">
        If a business still shows it, tell us at <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </>
  )
}
