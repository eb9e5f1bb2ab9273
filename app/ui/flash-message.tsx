import { useEffect } from 'react'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { Notice } from './notice.tsx'
import { useToast } from './toast.tsx'

// A layout that is made anew, as when a page breaks, must not say again what was said.
const said = new WeakSet<ToastMessage>()

/** Says what just happened, once: in a toast, or where no script runs at the top of the page. */
export function FlashMessage({ message }: { message: ToastMessage | null }) {
  const toast = useToast()

  useEffect(() => {
    if (!message || said.has(message)) return
    said.add(message)
    toast(message)
  }, [message, toast])

  if (!message) return null
  return (
    <noscript>
      <div className="wrap flash">
        <Notice tone={message.bad ? 'bad' : 'good'}>
          <p>
            <strong>{message.title}</strong>
          </p>
          {message.description && <p>{message.description}</p>}
        </Notice>
      </div>
    </noscript>
  )
}
