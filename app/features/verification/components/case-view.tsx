import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Form, href, useFetcher, useLocation, useNavigate } from 'react-router'
import { effectsOfVerificationStatus } from '#app/features/reference/rules.ts'
import { formatDate, formatLongDateTime } from '#app/lib/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { KeyboardShortcutHints } from '#app/ui/shortcut-hints.tsx'
import { useKeyboardShortcuts } from '#app/ui/use-shortcuts.ts'
import { formatVerificationDecision, type VerificationCaseFormRefusal } from '../decisions/model.ts'
import type {
  ClaimedVerificationCase,
  StaffVerificationDecisionView,
  VerificationCaseClaim,
  VerificationCaseDocument,
  VerificationCaseSummary,
} from '../model.ts'
import { verificationCaseClaimMinutes, verificationDocumentKinds } from '../rules.ts'
import { CheckedAndCurrentNamesLines } from './changed-names.tsx'
import { VerificationDecisionForm } from './decision-form.tsx'
import { VerificationDecisionList } from './decision-list.tsx'
import { VerificationDocumentViewer } from './document-viewer.tsx'
import { VerificationReversalForms } from './reversals.tsx'
import {
  NonDocumentEvidenceForm,
  WaitingVerificationBasisRecordSection,
  WithdrawVerificationBasisRecordForm,
} from './seen-instead.tsx'
import { RevealableMilitaryServiceNumber } from './service-number.tsx'
import { VeteranCardChecklist } from './veteran-card-checklist.tsx'
import './case.css'

/** Where a case leads: back to the queue, and on to the next case where there is one. */
interface Ways {
  queue: string
  hasNext: boolean
}

interface FrameProps {
  title: string
  /** A line below it. */
  lead: ReactNode
  ways: Ways
  /** Forms beside the way on. */
  acts?: ReactNode
  children: ReactNode
}

function CaseFrame({ title, lead, ways, acts, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const came = useRef(key)
  // Whoever comes from another case reads on from its name, not from wherever the button was. Before the case is seen, or a
  // shortcut that is pressed at once would lose the focus again.
  useLayoutEffect(() => {
    if (came.current !== key || key !== 'default') heading.current?.focus({ preventScroll: true })
    came.current = key
  }, [key])
  return (
    <div className="wrap case">
      <div className="case-ways">
        <Link className="more" to={ways.queue}>
          <Icon of={ArrowLeft} size="small" />
          Verifications
        </Link>
        <div className="row">
          {acts}
          {ways.hasNext && <NextCase />}
        </div>
      </div>
      <div className="case-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="muted">{lead}</p>
      </div>
      {children}
    </div>
  )
}

const nextFormId = 'next-case'

/** Takes the next case, and leads there. */
function NextCase() {
  return (
    <Form method="post" id={nextFormId}>
      <FormNameField value="next" />
      <button type="submit" className="more case-next">
        Next case
        <Icon of={ArrowRight} size="small" />
      </button>
    </Form>
  )
}

interface CaseViewProps {
  details: ClaimedVerificationCase
  /** How long ago it was submitted, in words. */
  submitted: string
  /** The document in the viewer. */
  shown: VerificationCaseDocument | null
  /** Of this case. */
  address: string
  ways: Ways
  answer: VerificationCaseFormRefusal | undefined
}

/** A case in the hands of the reviewer who looks at it: what it says, its documents, and the decision. */
export function VerificationCaseReviewPage({ details, submitted, shown, address, ways, answer }: CaseViewProps) {
  const { name, email, documents, decisions, business, record } = details
  const navigate = useNavigate()
  useStayingSign()
  const focus = (id: string) => () => document.getElementById(id)?.focus()
  const { on, setOn } = useKeyboardShortcuts({
    a: focus('decision-approve'),
    r: focus('decision-reason'),
    m: focus('decision-words'),
    n: () => document.querySelector<HTMLFormElement>(`#${nextFormId}`)?.requestSubmit(),
    q: () => void navigate(ways.queue),
  })
  useFragmentFocus()
  return (
    <CaseFrame
      title={name}
      ways={ways}
      lead={
        <>
          {email}
          {business && (
            <>
              {' · '}
              <Link to={href('/business/:slug', { slug: business.slug })}>{business.name}</Link>
            </>
          )}
          {` · submitted ${submitted}`}
        </>
      }
      acts={<ButtonForm name="release" submit="Return to queue" busy="Returning..." kind="secondary" size="small" />}
    >
      <div className="case-body">
        <VerificationDocumentViewer documents={documents} shown={shown} address={address} />
        <div className="case-side">
          <section aria-labelledby="claim">
            <h2 id="claim">What they told us</h2>
            <NameValueList
              facts={[
                ['Relationship', details.relationshipType ?? 'Not set'],
                ['Branch', details.serviceBranch ?? 'Not set'],
                [
                  'Service number',
                  <RevealableMilitaryServiceNumber
                    key="number"
                    masked={details.maskedServiceNumber}
                    shown={answer?.serviceNumber ?? null}
                  />,
                ],
                ['Declared', formatDate(details.declaredAt)],
                ['Member since', formatDate(details.joinedAt)],
              ]}
            />
            {details.serviceDescription && <p className="case-words prose-lines">{details.serviceDescription}</p>}
            {details.isSuspended && <Badge tone="bad">This member is suspended</Badge>}
          </section>
          {details.isAlone && !record?.isOwn && (
            <p>
              <strong>You reported it or decided it before.</strong> Nobody else on the staff can decide, so you may.
              That is recorded.
            </p>
          )}
          {details.objection && <Objection objection={details.objection} />}
          {documents.some(({ kind }) => kind === 'veteran-card') && <VeteranCardChecklist />}
          {decisions.length > 0 && <VerificationDecisionList decisions={decisions} />}
          {record ? <WaitingVerificationBasisRecordSection record={record} /> : <ToApprove documents={documents} />}
          {details.names && (
            <Notice tone="waiting">
              <CheckedAndCurrentNamesLines change={details.names} when="when it was sent or checked" />
            </Notice>
          )}
          <VerificationDecisionForm
            answer={answer?.form === 'decision' ? answer : undefined}
            name={name}
            names={details.names?.seen ?? null}
            record={record?.id ?? null}
          />
          {!record && (
            <NonDocumentEvidenceForm
              canUphold={details.canUphold}
              answer={answer?.form === 'record-seen' ? answer : undefined}
            />
          )}
        </div>
      </div>
      <KeyboardShortcutHints
        on={on}
        setOn={setOn}
        hints={[
          [['a'], 'to Approve'],
          [['r'], 'to the reasons'],
          [['m'], 'to your words'],
          [['n'], 'next case'],
          [['q'], 'back to the queue'],
        ]}
      />
    </CaseFrame>
  )
}

/** What is missing before a case can be approved. */
function ToApprove({ documents }: { documents: VerificationCaseDocument[] }) {
  const unopened = documents.flatMap(({ id, kind, isOpened }, index) =>
    isOpened ? [] : [{ id, label: `${index + 1}. ${verificationDocumentKinds[kind]}` }],
  )
  if (documents.length > 0 && unopened.length === 0) return null
  return (
    <section aria-labelledby="to-approve">
      <h2 id="to-approve">Before you can approve</h2>
      {documents.length === 0 ? (
        <p>No document is stored. Ask for more, or record below what you saw instead.</p>
      ) : (
        <>
          <p>Open every document first. Not opened yet:</p>
          <ul>
            {unopened.map(({ id, label }) => (
              <li key={id}>
                <a href={href('/verification/documents/:id', { id })} target="_blank" rel="noreferrer">
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Moves the focus to the fragment of the URL, also after a client navigation. */
function useFragmentFocus() {
  const { hash } = useLocation()
  useLayoutEffect(() => {
    const target = hash.startsWith('#decision-') ? document.getElementById(hash.slice(1)) : null
    if (!target) return
    target.scrollIntoView({ block: 'center' })
    target.focus({ preventScroll: true })
  }, [hash])
}

/** Renews the claim from time to time while the page is visible. */
function useStayingSign() {
  const { submit } = useFetcher()
  useEffect(() => {
    const sign = () => {
      if (!document.hidden) void submit({ form: 'stay' }, { method: 'post' })
    }
    const timer = setInterval(sign, (verificationCaseClaimMinutes / 3) * 60_000)
    return () => clearInterval(timer)
  }, [submit])
}

/** An unclaimed case: its details are only shown after claiming it. */
export function UnclaimedVerificationCasePage({ details, ways }: { details: VerificationCaseSummary; ways: Ways }) {
  return (
    <CaseFrame title={details.name} lead="Waiting for a reviewer" ways={ways}>
      <div className="case-notice">
        <p>
          Nobody is reviewing this case. Claim it to see what the member sent. Other reviewers see that you have it, and
          it is released {verificationCaseClaimMinutes} minutes after you were last active.
        </p>
        <ButtonForm name="take" submit="Take this case" busy="Taking it..." />
        <VerificationDecisionList decisions={details.decisions} />
      </div>
    </CaseFrame>
  )
}

/** A case that another reviewer has claimed, with a button to take it over. */
export function CaseClaimedByAnotherReviewerPage({
  details,
  claim,
  ways,
}: {
  details: VerificationCaseSummary
  claim: VerificationCaseClaim
  ways: Ways
}) {
  return (
    <CaseFrame title={details.name} lead={`${claim.by} is reviewing it`} ways={ways}>
      <div className="case-notice">
        <Notice tone="waiting">
          <p>
            {claim.by} has this case and was last active on {formatLongDateTime(claim.since)}. It is released{' '}
            {verificationCaseClaimMinutes} minutes after that.
          </p>
          <p>If you take it over, {claim.by} can no longer decide it.</p>
        </Notice>
        <ButtonForm name="take-over" submit="Take it over" busy="Taking over..." kind="secondary" />
        <VerificationDecisionList decisions={details.decisions} />
      </div>
    </CaseFrame>
  )
}

/** The appeal or the reopening that a case is about. */
function Objection({ objection }: { objection: StaffVerificationDecisionView }) {
  const isAppeal = objection.decision === 'appealed'
  return (
    <section aria-labelledby="contest">
      <h2 id="contest">{isAppeal ? 'An appeal' : 'A reopened case'}</h2>
      <p>
        {isAppeal ? 'The member appealed' : formatVerificationDecision(objection)} on{' '}
        {formatLongDateTime(objection.decidedAt)}.
      </p>
      <p className="prose-lines case-words">{isAppeal ? objection.reply : objection.words}</p>
    </section>
  )
}

interface ExcludedCaseProps {
  details: VerificationCaseSummary
  /** Id of what the reviewer recorded that they saw, which waits for a second person. */
  ownRecord: string | null
  ways: Ways
}

/** A case that this reviewer has a part in. */
export function CaseExcludedForReviewerPage({ details, ownRecord, ways }: ExcludedCaseProps) {
  return (
    <CaseFrame title={details.name} lead="Another reviewer decides it" ways={ways}>
      <div className="case-notice">
        {ownRecord ? (
          <>
            <p>
              You recorded what you saw instead of documents. Someone else confirms it, rejects the case or asks for
              more.
            </p>
            <WithdrawVerificationBasisRecordForm id={ownRecord} />
          </>
        ) : (
          <p>You reported it, owned it or decided it before, so someone else decides it now.</p>
        )}
        <VerificationDecisionList decisions={details.decisions} />
        <Onwards ways={ways} />
      </div>
    </CaseFrame>
  )
}

interface ClosedCaseProps {
  details: VerificationCaseSummary
  ways: Ways
  isAdmin: boolean
  answer: VerificationCaseFormRefusal | undefined
}

/** A case that does not wait for a decision, which an admin can take back. */
export function ClosedVerificationCasePage({ details, ways, isAdmin, answer }: ClosedCaseProps) {
  const { name, status, decisions } = details
  return (
    <CaseFrame title={name} lead={status === 'Verified' ? 'Verified' : 'Not waiting for a decision'} ways={ways}>
      <div className="case-notice">
        {decisions.length > 0 ? (
          <VerificationDecisionList decisions={decisions} />
        ) : (
          <p>Nothing has been decided here. The member has not submitted it, or has withdrawn it.</p>
        )}
        {isAdmin && effectsOfVerificationStatus(status).isDecided && (
          <VerificationReversalForms
            key={decisions[0]?.id}
            name={name}
            isVerified={status === 'Verified'}
            last={decisions[0]?.id ?? ''}
            answer={answer}
          />
        )}
        <Onwards ways={ways} />
      </div>
    </CaseFrame>
  )
}

/** A reviewer's own case. */
export function ReviewerOwnVerificationCasePage({ ways }: { ways: Ways }) {
  return (
    <CaseFrame title="Your own verification" lead="Another reviewer decides it" ways={ways}>
      <div className="case-notice">
        <p>
          Nobody decides their own case. Its status is on <Link to={href('/dashboard')}>your dashboard</Link>.
        </p>
        <Onwards ways={ways} />
      </div>
    </CaseFrame>
  )
}

function Onwards({ ways: { hasNext, queue } }: { ways: Ways }) {
  if (hasNext) return <ButtonForm name="next" submit="Go to the next case" busy="Taking it..." />
  return (
    <p>
      <LinkButton to={queue}>Back to the queue</LinkButton>
    </p>
  )
}
