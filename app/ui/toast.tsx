import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { Icon } from './icon.tsx'
import { toastDuration } from './interface-constants.ts'

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null)

/** Listens to {@link showToast}. */
const toasts = new EventTarget()

/** Shows a toast from outside of components. */
export function showToast(message: ToastMessage): void {
  toasts.dispatchEvent(new CustomEvent('toast', { detail: message }))
}

// Most visits never see a toast: what shows them is loaded with the first one. It is never rendered on the server either,
// where its library would write a style attribute, which the content security policy refuses.
// If it fails to load, a plain toast is shown, so that the page does not break.
const ToastRegion = lazy(() => import('./toast-region.tsx').catch(() => ({ default: PlainToast })))

/** Provides `useToast()`, and shows one toast at a time. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: ToastMessage; number: number } | null>(null)
  const show = useCallback((message: ToastMessage) => {
    setShown((before) => ({ message, number: (before?.number ?? 0) + 1 }))
  }, [])
  useEffect(() => {
    const hear = (event: Event) => show((event as CustomEvent<ToastMessage>).detail)
    toasts.addEventListener('toast', hear)
    return () => toasts.removeEventListener('toast', hear)
  }, [show])
  return (
    <ToastContext value={show}>
      {children}
      {shown && (
        <Suspense>
          <ToastRegion message={shown.message} number={shown.number} />
        </Suspense>
      )}
    </ToastContext>
  )
}

/** Returns a function that shows a toast; a new one replaces the previous one. */
export function useToast(): (message: ToastMessage) => void {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider around it')
  return show
}

function PlainToast({ message, number }: { message: ToastMessage; number: number }) {
  const [closed, setClosed] = useState(0)
  useEffect(() => {
    const timer = setTimeout(setClosed, toastDuration, number)
    return () => clearTimeout(timer)
  }, [number])
  if (closed === number) return null
  return (
    <div className="toasts">
      <div className={message.bad ? 'toast toast-bad' : 'toast'} role="alert">
        <Icon of={message.bad ? CircleAlert : CircleCheck} />
        <div>
          <div className="toast-title">{message.title}</div>
          {message.description}
        </div>
        <button
          type="button"
          className="btn btn-quiet btn-icon close"
          aria-label="Dismiss"
          onClick={() => setClosed(number)}
        >
          <Icon of={X} size="small" />
        </button>
      </div>
    </div>
  )
}
