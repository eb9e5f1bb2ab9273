import { Notice } from '#app/ui/notice.tsx'

const messages = new Map([
  [
    'confirmation',
    'We have sent a link to the address you gave; it works for 48 hours. Open it and confirm there. Nothing there? Check your junk folder.',
  ],
  [
    'reset',
    'If the address belongs to a member, a link to choose a new password is on its way; it works for an hour. Nothing there? Check your junk folder.',
  ],
])

/** Says which email was sent. Unlike a toast, it stays. */
export function SentNotice({ sent }: { sent: string | null }) {
  const text = messages.get(sent ?? '')
  return text ? (
    <Notice tone="waiting">
      <p>{text}</p>
    </Notice>
  ) : null
}
