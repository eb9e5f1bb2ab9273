import { Link } from 'react-router'
import { DemoMailLink } from '#app/ui/demo-mail.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { authTabPath } from './auth-path.ts'

interface SentNoticeProps {
  sent: string | null
  /** The address that was registered in this browser. */
  email: string | null
  returnTo: string
}

/** Says which email was sent, and where. Unlike a toast, it stays. */
export function AccountEmailSentNotice({ sent, email, returnTo }: SentNoticeProps) {
  if (sent === 'confirmation') return <ConfirmationSent email={email} returnTo={returnTo} />
  if (sent === 'again') return <SentAgain />
  if (sent !== 'reset') return null
  return (
    <Notice tone="waiting">
      <p>
        If the address belongs to a member, we have sent a link to choose a new password. It works for 1 hour. Nothing
        there? Check your junk folder.
      </p>
      <DemoMailLink />
    </Notice>
  )
}

const fewMails = 'We send only a few emails a day to an unconfirmed address, so it may arrive tomorrow.'

/** The same whether or not there is such an account. */
function SentAgain() {
  return (
    <Notice tone="waiting">
      <p>
        If the address still has to be confirmed, we have sent a new link. It works for 48 hours. Nothing there? Check
        your junk folder. {fewMails}
      </p>
      <DemoMailLink />
    </Notice>
  )
}

function ConfirmationSent({ email, returnTo }: Pick<SentNoticeProps, 'email' | 'returnTo'>) {
  return (
    <Notice tone="waiting">
      <p>
        We have sent a link to {email ? <strong>{email}</strong> : 'the address you gave'}. It works for 48 hours. Open
        it on any device and confirm, then continue where you left off.
      </p>
      <p>
        Nothing there? Check your junk folder{email && ', or have it sent again'}. {fewMails}
      </p>
      <DemoMailLink />
      {email && (
        <ButtonForm name="send-again" submit="Send the email again" busy="Sending..." kind="secondary" size="small" />
      )}
      {email && (
        <p>
          Not your address? <Link to={authTabPath('register', returnTo)}>Register with another</Link>
        </p>
      )}
    </Notice>
  )
}
