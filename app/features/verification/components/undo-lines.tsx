import { useEffect, useRef, useState } from 'react'
import { href, useLocation } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { type UndoableVerificationDecision, verificationQueueFailureToasts } from '../decisions/model.ts'
import './undo-lines.css'

/** A decision with the time until which it can be undone, by `performance.now()`. */
interface TimedDecision extends UndoableVerificationDecision {
  endsAt: number
}

/** What the reviewer has just decided, each with a form to undo it: in view wherever the page is scrolled to. */
export function UndoVerificationDecisionLines({ decisions }: { decisions: UndoableVerificationDecision[] }) {
  const { key } = useLocation()
  const [ends] = useState(() => new Map<string, number>())
  const timed = decisions.map((decision): TimedDecision => {
    const endsAt = ends.get(decision.id) ?? performance.now() + decision.secondsLeft * 1_000
    ends.set(decision.id, endsAt)
    return { ...decision, endsAt }
  })
  return <Lines key={key} decisions={timed} />
}

function Lines({ decisions }: { decisions: TimedDecision[] }) {
  // A live update that no longer brings a decision must not take a button out from under the focus.
  const [known] = useState(() => decisions.filter(({ endsAt }) => endsAt > performance.now()))
  const [said, setSaid] = useState('')
  // A live region speaks of what changes in it.
  useEffect(() => {
    const [last] = known
    setSaid(last ? `${last.name} ${last.decision}. It can be undone on this page.` : '')
  }, [known])
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {known.length > 0 && (
        <section className="undo" aria-label="Just decided">
          {known.map((decision) => (
            <UndoLine key={decision.id} {...decision} />
          ))}
        </section>
      )}
    </>
  )
}

/** Why a decision was not undone. */
export function UndoVerificationRefusalNotice({ answer }: { answer: FormRefusal | undefined }) {
  const refused = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is news.
  useEffect(() => refused.current?.focus(), [answer])
  if (!answer?.toast) return null
  return (
    <div ref={refused} className="undo-refused" tabIndex={-1}>
      <Notice tone="bad">
        <strong>{answer.toast.title}</strong>
        {answer.toast.description && <p>{answer.toast.description}</p>}
      </Notice>
    </div>
  )
}

function UndoLine({ id, name, decision, secondsLeft, endsAt }: TimedDecision) {
  // What the server has said, until the script counts on.
  const [left, setLeft] = useState(Math.ceil(secondsLeft))
  const isOver = left <= 0
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const count = () => {
      const now = Math.ceil((endsAt - performance.now()) / 1_000)
      // The button goes, so the focus moves to the line that says why.
      if (now <= 0 && line.current?.contains(document.activeElement)) line.current.focus()
      setLeft(now)
      if (now <= 0) clearInterval(timer)
    }
    const timer = setInterval(count, 1_000)
    count()
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <div className="undo-line" ref={line} tabIndex={-1}>
      <p>
        <strong>{name}</strong> {decision}.{' '}
        {isOver ? 'It can no longer be undone.' : `${formatCountWithNoun(left, 'second')} left to undo it.`}
      </p>
      {!isOver && (
        <ButtonForm
          name="undo"
          action={href('/admin')}
          failed={verificationQueueFailureToasts.undo.title}
          submit={
            <>
              Undo
              <span className="sr-only"> the decision on {name}</span>
            </>
          }
          busy="Undoing..."
          kind="secondary"
          size="small"
          values={{ decision: id }}
        />
      )}
    </div>
  )
}
