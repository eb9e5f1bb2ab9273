import { useEffect } from 'react'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { Notice } from './notice.tsx'
import { useToast } from './toast.tsx'

// A layout that is mounted again, for example after an error, must not repeat the message.
const said = new WeakSet<ToastMessage>()

/** Shows a message once: as a toast, or at the top of the page without JavaScript. */
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
