import { ArrowRight, Hourglass, UserRound } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Form, href, Link, useLocation } from 'react-router'
import { verificationQueueFailureToasts } from '#app/features/verification/decisions/model.ts'
import { verificationReviewWorkingDays } from '#app/features/verification/rules.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import { KeyboardShortcutHints } from '#app/ui/shortcut-hints.tsx'
import { useKeyboardShortcuts } from '#app/ui/use-shortcuts.ts'
import type { QueuedVerificationCase } from '../model.ts'
import {
  nextCaseButtonId,
  type VerificationQueueOrder,
  verificationCasePath,
  verificationQueueOrderLabels,
  verificationQueuePath,
} from '../rules.ts'
import './admin.css'
import '#app/ui/ledger.css'

/** A case with its waiting time as text. */
export type QueuedCaseWithWaitingTime = Omit<QueuedVerificationCase, 'waitingSince'> & {
  submitted: string
  workingDays: number
}

interface QueueProps {
  page: KeysetPage<QueuedCaseWithWaitingTime>
  order: VerificationQueueOrder
  /** Whether there is a case to claim. */
  hasNext: boolean
  /** How many cases have waited longer than promised. */
  overdue: number
}

/** The queue of cases, with keyboard shortcuts. */
export function VerificationQueueList({ page: { rows, previous, next }, order, hasNext, overdue }: QueueProps) {
  const list = useRef<HTMLUListElement>(null)
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('.ledger-name') ?? [])]
  const at = () => links().findIndex((link) => link.closest('li')?.contains(document.activeElement))
  const move = (by: 1 | -1) => () => {
    const all = links()
    const to = at() < 0 && by < 0 ? all.length - 1 : at() + by
    all[Math.max(0, Math.min(to, all.length - 1))]?.focus()
  }
  useNextCaseFocus()
  const { on, setOn } = useKeyboardShortcuts({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    n: () => document.getElementById(nextCaseButtonId)?.click(),
    u: () => document.querySelector<HTMLElement>('.undo button')?.click(),
  })
  return (
    <section className="ledger-section" aria-labelledby="queue">
      <div className="between">
        <h2 id="queue">Pending</h2>
        <div className="row">
          <Form
            method="post"
            action={href('/admin')}
            className="row row-s orders"
            aria-label="Order"
            preventScrollReset
          >
            <FormNameField value="order" />
            {Object.entries(verificationQueueOrderLabels).map(([name, label]) => (
              <button
                key={name}
                type="submit"
                className="chip"
                name="order"
                value={name}
                {...(name === order && { 'aria-current': 'true' as const })}
              >
                {label}
              </button>
            ))}
          </Form>
          {hasNext && (
            <Form method="post" action={verificationQueuePath(order)}>
              <FormNameField value="next" />
              <Button type="submit" size="small" id={nextCaseButtonId}>
                Next case
                <Icon of={ArrowRight} size="small" />
              </Button>
            </Form>
          )}
        </div>
      </div>
      {overdue > 0 && (
        <p className="late">
          <Link to={verificationQueuePath('longest')}>
            {overdue === 1 ? 'One case has' : `${overdue} cases have`} waited longer than the promised{' '}
            {verificationReviewWorkingDays} working days
          </Link>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState title="No pending verifications">
          <p>Everything that was submitted has been decided. New ones appear here.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="ledger queue" ref={list}>
            {rows.map((row) => (
              <QueueRow key={row.id} row={row} order={order} />
            ))}
          </ul>
          <KeysetPagination
            previous={previous}
            next={next}
            path={href('/admin')}
            keep={{ order: order === 'newest' ? null : order }}
          />
          <KeyboardShortcutHints
            on={on}
            setOn={setOn}
            hints={[
              [['j', '↓'], 'next row'],
              [['k', '↑'], 'row before'],
              [['Enter'], 'take and open'],
              [['n'], 'next case'],
              [['u'], 'undo'],
            ]}
          />
        </>
      )}
    </section>
  )
}

/** After a decision the focus moves to the button for the next case, or where there is none to what was decided. */
function useNextCaseFocus() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: coming here anew is news.
  useEffect(() => {
    if (hash !== `#${nextCaseButtonId}`) return
    const next = document.getElementById(nextCaseButtonId) ?? document.querySelector<HTMLElement>('.undo-line')
    next?.focus()
  }, [hash, key])
}

function QueueRow({ row, order }: { row: QueuedCaseWithWaitingTime; order: VerificationQueueOrder }) {
  const { id, name, serviceBranch, relationshipType, business, submitted, workingDays, reviewer, isOwn, objection } =
    row
  const isOthers = isOwn || row.isLeftToOthers
  const address = verificationCasePath(id, order)
  // Opening a case claims it, so it is a POST form; one's own case cannot be claimed.
  const form = useId()
  const take = { form, type: 'submit' } as const
  const service = [serviceBranch, relationshipType].filter(Boolean).join(' · ')
  return (
    <li>
      <div className="ledger-main">
        {isOthers ? (
          <Link className="ledger-name" to={address}>
            {name}
          </Link>
        ) : (
          <Form method="post" action={address} id={form} data-failed={verificationQueueFailureToasts.next.title}>
            <FormNameField value="take" />
            <button type="submit" className="ledger-name">
              {name}
            </button>
          </Form>
        )}
        <p>{service || 'No details of their service'}</p>
      </div>
      <p className="ledger-second">{business ?? 'No business yet'}</p>
      <div className="ledger-facts">
        <p className={workingDays > verificationReviewWorkingDays ? 'late' : undefined}>
          Submitted {submitted}
          {workingDays > verificationReviewWorkingDays &&
            `: ${workingDays} working days, over the promised ${verificationReviewWorkingDays}`}
        </p>
        {reviewer && (
          <Badge tone="waiting" icon={reviewer.isSelf ? UserRound : Hourglass}>
            {reviewer.isSelf ? 'You are reviewing it' : `${reviewer.name} is reviewing it`}
          </Badge>
        )}
        {objection && <Badge tone="waiting">{objection === 'appealed' ? 'Appeal' : 'Reopened'}</Badge>}
        {row.hasNewName && <Badge tone="waiting">Name changed since it was sent</Badge>}
        {isOwn && <Badge icon={UserRound}>Your own: someone else decides it</Badge>}
        {row.isRecorded && <Badge tone="waiting">To be confirmed by a second person</Badge>}
        {row.isLeftToOthers && !isOwn && (
          <Badge icon={UserRound}>
            {row.hasRecorded
              ? 'You recorded what you saw: someone else decides'
              : 'You have a part in it: someone else decides'}
          </Badge>
        )}
      </div>
      {!isOthers && (
        <div className="ledger-acts">
          <Button kind="secondary" size="small" {...take}>
            Review<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    </li>
  )
}
