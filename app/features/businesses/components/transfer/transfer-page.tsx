import { href } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { FactList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { type TransferReader, type TransferView, transferDays } from '../../transfer/model.ts'
import './transfer-page.css'

type OpenTransfer = Extract<TransferView, { state: 'open' }>

interface TransferPageProps {
  transfer: OpenTransfer
  loginPath: string
  registerPath: string
  answer: FormAnswer | undefined
}

/** The page of an invitation: what it is about and what follows, and for the invited member the button to accept it. */
export function TransferPage({ transfer, loginPath, registerPath, answer }: TransferPageProps) {
  const { businessName, city, askedBy, askedAt, expiresAt, maskedEmail, reader } = transfer
  const isVerified = reader.is === 'invited' && reader.isVerified
  return (
    <div className="wrap section handover">
      <h1>Take on {businessName}</h1>
      <p className="lead">
        {askedBy} wants you to take on the listing of {businessName} on Muster.
      </p>
      <FactList
        facts={[
          ['Listing', city ? `${businessName}, ${city}` : businessName],
          ['Asked for by', askedBy],
          ['Asked for on', formatDate(askedAt)],
          ['Sent to', maskedEmail],
          ['Works until', formatDate(expiresAt)],
        ]}
      />
      <h2>If you take it on</h2>
      <ul className="plain-list">
        <li>The listing is yours, with its texts, its pictures and its page on Muster.</li>
        <li>
          Its email address, phone number, street address, registrations and insurance were {askedBy}'s and are taken
          off. You add yours first, then you check the rest.
        </li>
        <li>
          {isVerified
            ? 'You are verified, so it need not leave the directory.'
            : 'It leaves the directory until we have verified you. That is free: you send us evidence of your service or connection.'}
        </li>
        <li>Its present badges, stickers and certificates end. You get your own once it is listed as yours.</li>
        <li>{askedBy} can no longer change it, and nothing of their verification passes to you.</li>
        {reader.is === 'invited' && reader.hasDraft && <li>Your draft of a business is deleted.</li>}
      </ul>
      <AnswerNotice answer={answer} />
      <TransferAction {...{ reader, askedBy, maskedEmail, loginPath, registerPath }} />
    </div>
  )
}

function MaskedEmail({ children }: { children: string }) {
  return <span className="masked-email">{children}</span>
}

interface TransferActionProps extends Pick<OpenTransfer, 'askedBy' | 'maskedEmail'> {
  reader: TransferReader
  loginPath: string
  registerPath: string
}

/** What the reader can do. */
function TransferAction({ reader, askedBy, maskedEmail, loginPath, registerPath }: TransferActionProps) {
  switch (reader.is) {
    case 'visitor':
      return (
        <>
          <p>
            Log in or register with the address that the invitation was sent to,{' '}
            <MaskedEmail>{maskedEmail}</MaskedEmail>, to take it on.
          </p>
          <div className="row">
            <LinkButton to={loginPath}>Log in</LinkButton>
            <LinkButton to={registerPath} kind="secondary">
              Register
            </LinkButton>
          </div>
        </>
      )
    case 'owner':
      return (
        <Notice tone="waiting">
          <p>
            You sent this invitation. Only whoever has the address <MaskedEmail>{maskedEmail}</MaskedEmail> can accept
            it.
          </p>
          <p>
            <Link to={`${href('/my-business')}#handover`}>My Business</Link>
          </p>
        </Notice>
      )
    case 'somebody-else':
      return (
        <Notice tone="bad">
          <p>
            This invitation was sent to another address, <MaskedEmail>{maskedEmail}</MaskedEmail>. You are logged in as{' '}
            {reader.email}. Log out and log in with that address, or ask {askedBy} to invite you at yours.
          </p>
        </Notice>
      )
    case 'has-business':
      return (
        <Notice tone="bad">
          <p>
            You already have a business on Muster, {reader.name}, and a member can have one. Hand that one on first, or
            ask {askedBy} to invite somebody else.
          </p>
          <p>
            <Link to={`${href('/my-business')}#handover`}>My Business</Link>
          </p>
        </Notice>
      )
    case 'invited':
      return <ButtonForm name="take-on" submit="Take it on" busy="Taking it on..." />
  }
}

/** The page of an invitation that cannot be accepted any more. */
export function TransferEnded() {
  return (
    <MessagePage
      title="This invitation no longer works"
      links={[
        { label: 'Go to the directory', to: href('/directory') },
        { label: 'Contact us', to: href('/contact') },
      ]}
    >
      <p>
        It has been accepted or withdrawn, or is more than {transferDays} days old. Whoever sent it can invite you
        again.
      </p>
    </MessagePage>
  )
}

/** The page of an invitation for whoever has accepted it. */
export function TransferAccepted({ businessName }: { businessName: string }) {
  return (
    <MessagePage
      title={`You have taken on ${businessName}`}
      links={[
        { label: 'My Business', to: href('/my-business') },
        { label: 'Your verification', to: href('/verification') },
      ]}
    >
      <p>The listing is yours. It is in the directory while you are verified.</p>
    </MessagePage>
  )
}
