import type { ReactNode } from 'react'
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState } from 'react'

/** Words that say what just happened. */
export interface ToastMessage {
  title: string
  description?: string | undefined
  /** Something went wrong. */
  bad?: boolean | undefined
}

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null)

/** Where {@link showToast} is heard. */
const toasts = new EventTarget()

/** Shows a toast from where there is no component, as while a form is being sent. */
export function showToast(message: ToastMessage): void {
  toasts.dispatchEvent(new CustomEvent('toast', { detail: message }))
}

// Most visits never see a toast: what shows them is loaded with the first one. It is never rendered on the server either,
// where its library would write a style attribute, which the content security policy refuses.
const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Gives everything inside it `useToast()`, and shows one toast at a time. */
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

/** Shows a toast; a newer one takes the place of the one before. */
export function useToast(): (message: ToastMessage) => void {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider around it')
  return show
}
