import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { Badge } from '#app/ui/badge.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { LongTextField, SelectField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import {
  contentReportReasons,
  moderationMeasures,
  moderationMeasuresForSubjectType,
  moderationRules,
  type ReportDecisionAccess,
  type ReportedItemView,
  reportObjectionKinds,
  reportObjectionOutcomes,
  reportSubjectTypes,
  type StaffReportDecisionView,
  type StaffReportObjectionView,
  type StaffReportOfItemView,
} from '../model.ts'
import { reportsOfItemPath, reportsOfItemPathAtPage, reportsPath } from '../rules.ts'
import './reports.css'

interface ReportedItemProps {
  item: ReportedItemView
  answer: FormRefusal | undefined
}

/** Everything that was reported about one thing, with the form to decide. */
export function ReportedItemPage({ item, answer }: ReportedItemProps) {
  const { subject, count, isOpen, access, restOf, waiting, decisions, objections } = item
  return (
    <div className="wrap section reported-item">
      <Link className="more" to={reportsPath}>
        <Icon of={ArrowLeft} size="small" />
        All reports
      </Link>
      <h1>{subject.name ?? 'Deleted'}</h1>
      <NameValueList
        facts={[
          ['What', reportSubjectTypes[subject.type]],
          ['Reports', count.toLocaleString('en-GB')],
          ['Status', isOpen ? 'To decide' : 'Decided'],
        ]}
      />
      {subject.path && (
        <p>
          <Link to={subject.path}>See its page</Link>
        </p>
      )}
      {subject.picture && <img className="reported-picture" src={subject.picture} alt="What was reported" />}
      {restOf && (
        <p>
          These reports were not shown when others about the same thing were decided.{' '}
          <Link to={reportsOfItemPath(restOf)}>See that decision</Link>
        </p>
      )}
      {waiting && (
        <Notice tone="waiting">
          <p>
            Other reports about it wait: they were not shown, or came since.{' '}
            <Link to={reportsOfItemPath(waiting)}>Read them</Link>
          </p>
        </Notice>
      )}
      {access === 'owner' ? (
        <Notice tone="waiting">
          <p>This is yours, or was. Others of the staff read the reports and decide.</p>
        </Notice>
      ) : (
        <>
          {objections.map((objection) => (
            <Objection key={objection.id} objection={objection} answer={answer} />
          ))}
          {isOpen && <PartNotice access={access} />}
          {isOpen && access !== 'others' && <DecisionForm item={item} answer={answer} />}
          {decisions.map((decision) => (
            <Decision key={decision.id} decision={decision} />
          ))}
          <Said item={item} />
        </>
      )}
    </div>
  )
}

/** Says to somebody who has a part in it whether they decide. */
function PartNotice({ access }: { access: ReportDecisionAccess }) {
  if (access !== 'others' && access !== 'alone') return null
  return (
    <Notice tone="waiting">
      {access === 'others' ? (
        <p>You reported it or decided it before, so another of the staff decides.</p>
      ) : (
        <p>You reported it or decided it before. Nobody else on the staff can decide, so you may. That is recorded.</p>
      )}
    </Notice>
  )
}

/** The reports of a page, by reason, with how many people gave each of all reasons. */
function Said({ item: { id, reasons: counts, reports, page, pages } }: { item: ReportedItemView }) {
  const shown = [...new Set(reports.map(({ reason }) => reason))]
  return (
    <section aria-labelledby="said">
      <h2 id="said">What was reported</h2>
      {counts.length > 0 && (
        <ul>
          {counts.map(({ reason, reports: all, members, addresses }) => (
            <li key={reason}>
              {contentReportReasons[reason]}: {formatCountWithNoun(all, 'report')},{' '}
              {formatCountWithNoun(members, 'member')},{' '}
              {formatCountWithNoun(addresses, 'email address', 'email addresses')}
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <p>
          Page {page} of {pages}. The first reports of members come first, then those of each email address. A decision
          is about the reports of this page; the others wait.
        </p>
      )}
      {shown.map((reason) => (
        <section key={reason} aria-labelledby={`said-${reason}`}>
          <h3 id={`said-${reason}`}>{contentReportReasons[reason]}</h3>
          <ul className="reports-said">
            {reports
              .filter((report) => report.reason === reason)
              .map((report) => (
                <Report key={report.id} report={report} />
              ))}
          </ul>
        </section>
      ))}
      {reports.length === 0 && <p>Whoever reported it has deleted their account.</p>}
      <Pagination page={page} pageCount={pages} shown={5} to={(number) => reportsOfItemPathAtPage(id, number)} />
    </section>
  )
}

function Report({ report: { words, wantsAnswer, isMember, isOwn, createdAt } }: { report: StaffReportOfItemView }) {
  return (
    <li>
      <div className="row row-s">
        <span className="muted">{formatDateTime(createdAt)}</span>
        {isOwn ? <Badge tone="waiting">By its owner</Badge> : isMember && <Badge>By a member</Badge>}
        {!wantsAnswer && <Badge>Wants no answer</Badge>}
      </div>
      <p className="prose-lines quoted">{words ?? 'Deleted'}</p>
    </li>
  )
}

function DecisionForm({ item: { subject, reports, pages }, answer }: ReportedItemProps) {
  const own = answer?.form === 'report-decision' ? answer : undefined
  const form = useSchemaForm({
    id: 'report-decision',
    loadSchema: () => import('../form-schema.ts').then(({ reportDecisionSchema }) => reportDecisionSchema),
    lastResult: own?.result,
    defaultValue: { rule: reports[0]?.reason },
    onInvalid: accountFormProblemToast,
  })
  return (
    <section aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <FormFrame name="report-decision" form={form} answer={own} submit="Decide" busy="Saving...">
        <input type="hidden" name="seen" value={reports.map(({ id }) => id).join(' ')} />
        <SelectField {...form.field('measure')} label="Action" required>
          <option value="">Choose one</option>
          {moderationMeasuresForSubjectType(subject.type).map((measure) => (
            <option key={measure} value={measure}>
              {moderationMeasures[measure]}
            </option>
          ))}
        </SelectField>
        <SelectField {...form.field('rule')} label="Reason" required>
          <option value="">Choose one</option>
          {Object.entries(moderationRules).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <LongTextField
          {...form.field('answer')}
          label={pages > 1 ? 'Answer to everyone whose report this page shows' : 'Answer to everyone who reported it'}
          hint="Emailed once to each address that was left. They can complain about it once."
          rows={4}
          required
        />
        <LongTextField
          {...form.field('notice')}
          label="Notice to the owner"
          hint="Required unless you choose ‘No action’. Say what and why, and nothing about who reported it. They can appeal once."
          rows={4}
        />
      </FormFrame>
    </section>
  )
}

function Decision({ decision }: { decision: StaffReportDecisionView }) {
  const { measure, rule, answer, notice, decidedBy, decidedAt, isDecidedAlone } = decision
  return (
    <section aria-label="Decision">
      <h2>Decision</h2>
      <NameValueList
        facts={[
          ['Action taken', moderationMeasures[measure]],
          ['Reason', moderationRules[rule]],
          ['Decided', `${formatDateTime(decidedAt)} by ${decidedBy ?? 'a former member'}${aloneNote(isDecidedAlone)}`],
          [
            'Answer',
            <span key="answer" className="prose-lines">
              {answer ?? 'Deleted'}
            </span>,
          ],
          ...(notice
            ? ([
                [
                  'To the owner',
                  <span key="notice" className="prose-lines">
                    {notice}
                  </span>,
                ],
              ] as const)
            : []),
        ].map(([name, value]) => [name as string, value])}
      />
    </section>
  )
}

const aloneNote = (isAlone: boolean) => (isAlone ? ', as nobody else on the staff could' : '')

function Objection({ objection, answer }: { objection: StaffReportObjectionView; answer: FormRefusal | undefined }) {
  const { id, kind, words, createdAt, outcome, answer: said, decidedBy, decidedAt, isDecidedAlone, access } = objection
  return (
    <section aria-labelledby={`contest-${id}`}>
      <h2 id={`contest-${id}`}>{reportObjectionKinds[kind]}</h2>
      <p className="muted">{formatDateTime(createdAt)}</p>
      <p className="prose-lines quoted">{words ?? 'Deleted'}</p>
      {outcome && decidedAt && (
        <NameValueList
          facts={[
            ['Outcome', reportObjectionOutcomes[outcome]],
            [
              'Decided',
              `${formatDateTime(decidedAt)} by ${decidedBy ?? 'a former member'}${aloneNote(isDecidedAlone)}`,
            ],
            ['Answer', said ?? 'Deleted'],
          ]}
        />
      )}
      {!outcome && <PartNotice access={access} />}
      {!outcome && access !== 'others' && <ObjectionForm objection={objection} answer={answer} />}
    </section>
  )
}

function ObjectionForm({
  objection: { id, kind },
  answer,
}: {
  objection: StaffReportObjectionView
  answer: FormRefusal | undefined
}) {
  const own = answer?.result?.initialValue?.contest === id ? answer : undefined
  const form = useSchemaForm({
    id: `contest-form-${id}`,
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ reportObjectionDecisionSchema: objectionDecisionSchema }) => objectionDecisionSchema,
      ),
    lastResult: own?.result,
    defaultValue: { contest: id },
    onInvalid: accountFormProblemToast,
  })
  const follows =
    kind === 'appeal'
      ? 'If the decision was wrong, what was hidden is shown again, unless another decision hides it. A deleted picture is not restored.'
      : 'If the decision was wrong, the reports are decided again, with those that came since.'
  return (
    <FormFrame name="contest-decision" form={form} answer={own} submit="Answer it" busy="Saving...">
      <input type="hidden" name="contest" value={id} />
      <SelectField {...form.field('outcome')} label="The decision" hint={follows} required>
        <option value="">Choose one</option>
        {Object.entries(reportObjectionOutcomes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <LongTextField
        {...form.field('answer')}
        label="Answer"
        hint="It is emailed to whoever asked."
        rows={4}
        required
      />
    </FormFrame>
  )
}
