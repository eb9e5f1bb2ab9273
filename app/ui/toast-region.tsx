import * as Toast from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { Icon } from './icon.tsx'
import { toastDuration } from './interface-constants.ts'

/**
 * The corner where toasts appear: announced to screen readers, paused by pointer and focus, reached with F8, closed with
 * Escape or a swipe. `number` tells one toast from the next with the same words; each has a provider of its own, as one that
 * was closed under the pointer or with focus leaves the provider pausing for ever.
 */
export default function ToastRegion({ message, number }: { message: ToastMessage; number: number }) {
  return (
    <Toast.Provider key={number} duration={toastDuration} swipeDirection="right" label="Notification">
      <Toast.Root className={message.bad ? 'toast toast-bad' : 'toast'} type="foreground">
        <Icon of={message.bad ? CircleAlert : CircleCheck} />
        <div>
          <Toast.Title className="toast-title">{message.title}</Toast.Title>
          {message.description && <Toast.Description>{message.description}</Toast.Description>}
        </div>
        <Toast.Close className="btn btn-quiet btn-icon close" aria-label="Dismiss">
          <Icon of={X} size="small" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport className="toasts" />
    </Toast.Provider>
  )
}
