import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { hasUnsavedChanges } from './unsaved-changes.ts'

interface UnsavedChangesGuardProps {
  className: string
  children: ReactNode
}

/** Asks before leaving a page with unsaved input. */
export function UnsavedChangesGuard({ className, children }: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <div className={className} data-guards-typing>
      {children}
      {blocker.state === 'blocked' && <LeaveDialog stay={blocker.reset} leave={blocker.proceed} />}
    </div>
  )
}

function LeaveDialog({ stay, leave }: { stay: () => void; leave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} className="leave-dialog" aria-labelledby="leave-title" onClose={stay}>
      <h2 id="leave-title">Leave without saving?</h2>
      <p>You have unsaved changes on this page.</p>
      <div className="row">
        <Button onClick={() => dialog.current?.close()}>Stay on this page</Button>
        <Button kind="secondary" className="btn-danger" onClick={leave}>
          Leave without saving
        </Button>
      </div>
    </dialog>
  )
}
