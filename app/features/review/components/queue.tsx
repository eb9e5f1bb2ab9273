import { Hourglass, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Page } from '#app/lib/list-pages.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { ShortcutHints } from '#app/ui/shortcut-hints.tsx'
import { useShortcuts } from '#app/ui/use-shortcuts.ts'
import { caseAddress, promisedDays, type QueueOrder, queueAddress, queueOrders } from '../rules.ts'
import type { QueuedCase } from '../schema.ts'

/** A case with how long it has waited, in words. */
export type WaitingCase = Omit<QueuedCase, 'waitingSince'> & { submitted: string; workingDays: number }

interface QueueProps {
  page: Page<WaitingCase>
  order: QueueOrder
}

/** What waits for a decision. With a script, keys lead through it. */
export function Queue({ page: { rows, previous, next }, order }: QueueProps) {
  const list = useRef<HTMLUListElement>(null)
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a.ledger-name') ?? [])]
  const at = () => links().findIndex((link) => link.closest('li')?.contains(document.activeElement))
  const move = (by: 1 | -1) => () => {
    const all = links()
    const to = at() < 0 && by < 0 ? all.length - 1 : at() + by
    all[Math.max(0, Math.min(to, all.length - 1))]?.focus()
  }
  /** Follows a link of the row in which the focus is; of the first where it is in none. */
  const follow = (className: string) => () => {
    const row = list.current?.querySelectorAll('li')[Math.max(0, at())]
    row?.querySelector<HTMLAnchorElement>(`a.${className}`)?.click()
  }
  const { on, setOn } = useShortcuts({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    a: follow('to-approve'),
    r: follow('to-reject'),
    m: follow('to-ask'),
  })
  return (
    <section className="ledger-section" aria-labelledby="queue">
      <div className="between">
        <h2 id="queue">Pending</h2>
        <ul className="row row-s orders" aria-label="Order">
          {Object.entries(queueOrders).map(([name, label]) => (
            <li key={name}>
              <Link
                className="chip"
                to={queueAddress(name as QueueOrder)}
                preventScrollReset
                {...(name === order && { 'aria-current': 'true' as const })}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
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
          <ListPages
            previous={previous}
            next={next}
            path="/admin"
            keep={{ order: order === 'newest' ? null : order }}
          />
          <ShortcutHints
            on={on}
            setOn={setOn}
            hints={[
              [['j', '↓'], 'next row'],
              [['k', '↑'], 'row before'],
              [['Enter'], 'open'],
              [['a'], 'approve'],
              [['r'], 'reject'],
              [['m'], 'ask for more'],
            ]}
          />
        </>
      )}
    </section>
  )
}

function QueueRow({ row, order }: { row: WaitingCase; order: QueueOrder }) {
  const { id, name, serviceBranch, relationshipType, business, submitted, workingDays, reviewer, isOwn } = row
  const address = caseAddress(id, order)
  const service = [serviceBranch, relationshipType].filter(Boolean).join(' · ')
  return (
    <li>
      <div className="ledger-main">
        <Link className="ledger-name" to={address}>
          {name}
        </Link>
        <p>{service || 'Nothing said of their service'}</p>
      </div>
      <p className="ledger-second">{business ?? 'No business yet'}</p>
      <div className="ledger-facts">
        <p className={workingDays > promisedDays ? 'late' : undefined}>
          Submitted {submitted}
          {workingDays > promisedDays && `: ${workingDays} working days, over the promised ${promisedDays}`}
        </p>
        {reviewer && (
          <Badge tone="waiting" icon={reviewer.isSelf ? UserRound : Hourglass}>
            {reviewer.isSelf ? 'You are reviewing it' : `${reviewer.name} is reviewing it`}
          </Badge>
        )}
        {isOwn && <Badge icon={UserRound}>Your own: somebody else decides it</Badge>}
      </div>
      {!isOwn && (
        <div className="ledger-acts">
          <LinkButton className="to-approve" kind="secondary" size="small" to={`${address}#decision-approve`}>
            Approve<span className="sr-only"> {name}</span>
          </LinkButton>
          <LinkButton className="to-reject btn-danger" kind="secondary" size="small" to={`${address}#decision-reason`}>
            Reject<span className="sr-only"> {name}</span>
          </LinkButton>
          <LinkButton className="to-ask" kind="quiet" size="small" to={`${address}#decision-words`}>
            Ask for more<span className="sr-only"> of {name}</span>
          </LinkButton>
        </div>
      )}
    </li>
  )
}
