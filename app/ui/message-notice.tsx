import type { ToastMessage } from '#app/lib/toast-message.ts'
import { DemoMailLink } from './demo-mail.tsx'
import { Notice } from './notice.tsx'

/** A message on the page, where a toast is not enough. */
export function MessageNotice({ message: { title, description, bad, asks } }: { message: ToastMessage }) {
  return (
    <Notice tone={bad ? 'bad' : asks ? 'waiting' : 'good'}>
      <p>
        <strong>{title}</strong>
      </p>
      {description && <p>{description}</p>}
      {asks === 'mail' && <DemoMailLink />}
    </Notice>
  )
}
