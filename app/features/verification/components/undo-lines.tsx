import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import type { UndoableDecision } from '../decisions/schema.ts'
import './case.css'

interface UndoLinesProps {
  decisions: UndoableDecision[]
  /** Why a decision was not undone. */
  answer: FormAnswer | undefined
}

/** What the reviewer has just decided, each with a form to undo it. */
export function UndoLines(props: UndoLinesProps) {
  const { key } = useLocation()
  return <Lines key={key} {...props} />
}

function Lines({ decisions, answer }: UndoLinesProps) {
  // A live update that no longer brings a decision must not take a button out from under the focus.
  const refusedId = answer?.result?.initialValue?.decision
  const [known] = useState(decisions)
  const shown = known.filter(({ id }) => id !== refusedId)
  const refused = useRef<HTMLDivElement>(null)
  useEffect(() => refused.current?.focus(), [])
  if (shown.length === 0 && !answer?.toast) return null
  return (
    <section className="undo" aria-label="Just decided">
      {answer?.toast && (
        <div ref={refused} tabIndex={-1}>
          <Notice tone="bad">
            <strong>{answer.toast.title}</strong>
            {answer.toast.description && <p>{answer.toast.description}</p>}
          </Notice>
        </div>
      )}
      {shown.map((decision) => (
        <UndoLine key={decision.id} {...decision} />
      ))}
    </section>
  )
}

function UndoLine({ id, name, decision, secondsLeft }: UndoableDecision) {
  const [isOver, setOver] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      // The button goes, so the focus moves to the line that says why.
      if (line.current?.contains(document.activeElement)) line.current.focus()
      setOver(true)
    }, secondsLeft * 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return (
    <div className="undo-line" ref={line} tabIndex={-1}>
      <p>
        {name} {decision}.{isOver && ' It can no longer be undone.'}
      </p>
      {!isOver && (
        <ButtonForm
          name="undo"
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
