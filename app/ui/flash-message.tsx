import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { MessageNotice } from './message-notice.tsx'
import { useToast } from './toast.tsx'

// A layout that is mounted again, for example after an error, must not repeat the message.
const said = new WeakSet<ToastMessage>()

/**
 * Shows a message once: as a toast, or at the top of the page without JavaScript. One that asks for something to be done also stands there until
 * the page is left, though its data is loaded again meanwhile.
 */
export function FlashMessage({ message }: { message: ToastMessage | null }) {
  const toast = useToast()
  const { pathname, search } = useLocation()
  const page = pathname + search
  const [kept, setKept] = useState({ message, page })
  if (message && message !== kept.message) setKept({ message, page })
  else if (kept.page && kept.page !== page) setKept({ ...kept, page: '' })

  useEffect(() => {
    if (!message || said.has(message)) return
    said.add(message)
    toast(message)
  }, [message, toast])

  const lasting = kept.page === page && kept.message?.asks ? kept.message : null
  const shown = lasting ?? message
  if (!shown) return null
  const notice = (
    <div className="wrap flash">
      <MessageNotice message={shown} />
    </div>
  )
  return lasting ? notice : <noscript>{notice}</noscript>
}
