import { href } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import {
  type OwnershipInvitationPageData,
  type OwnershipTransferViewer,
  ownershipInvitationValidityDays,
} from '../../transfer/model.ts'
import './transfer-page.css'

type OpenTransfer = Extract<OwnershipInvitationPageData, { state: 'open' }>

interface TransferPageProps {
  transfer: OpenTransfer
  loginPath: string
  registerPath: string
  answer: FormRefusal | undefined
}

/** The page of an invitation: what it is about and what follows, and for the invited member the button to accept it. */
export function OwnershipTransferInvitationPage({ transfer, loginPath, registerPath, answer }: TransferPageProps) {
  const { businessName, city, askedBy, askedAt, expiresAt, maskedEmail, reader } = transfer
  const isVerified = reader.is === 'invited' && reader.isVerified
  return (
    <div className="wrap section handover">
      <h1>Take over {businessName}</h1>
      <p className="lead">
        {askedBy} wants to transfer the listing of {businessName} on Muster to you.
      </p>
      <NameValueList
        facts={[
          ['Listing', city ? `${businessName}, ${city}` : businessName],
          ['Requested by', askedBy],
          ['Requested on', formatDate(askedAt)],
          ['Sent to', maskedEmail],
          ['Valid until', formatDate(expiresAt)],
        ]}
      />
      <h2>If you accept</h2>
      <ul className="plain-list">
        <li>The listing becomes yours, with its text, pictures and page on Muster.</li>
        <li>
          We remove {askedBy}'s email address, phone number, street address, registrations and insurance. Add yours
          first, then check the rest.
        </li>
        <li>
          {isVerified
            ? 'You are verified, so it stays in the directory.'
            : 'It leaves the directory until we have verified you. Verification is free: you send us evidence of your service or connection.'}
        </li>
        <li>
          Its current badges, stickers and certificates stop being valid. You get your own once it is listed as yours.
        </li>
        <li>{askedBy} can no longer change it, and their verification does not pass to you.</li>
        {reader.is === 'invited' && reader.hasDraft && <li>Your draft business is deleted.</li>}
      </ul>
      <FormAnswerNotice answer={answer} />
      <TransferAction {...{ reader, askedBy, maskedEmail, loginPath, registerPath }} />
    </div>
  )
}

function MaskedEmail({ children }: { children: string }) {
  return <span className="masked-email">{children}</span>
}

interface TransferActionProps extends Pick<OpenTransfer, 'askedBy' | 'maskedEmail'> {
  reader: OwnershipTransferViewer
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
            To accept, log in or register with the email address we sent the invitation to:{' '}
            <MaskedEmail>{maskedEmail}</MaskedEmail>.
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
            You sent this invitation. Only the person with the email address <MaskedEmail>{maskedEmail}</MaskedEmail>{' '}
            can accept it.
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
            This invitation was sent to another email address, <MaskedEmail>{maskedEmail}</MaskedEmail>. You are logged
            in as {reader.email}. Sign out and log in with that address, or ask {askedBy} to invite your address.
          </p>
        </Notice>
      )
    case 'has-business':
      return (
        <Notice tone="bad">
          <p>
            You already have a business on Muster, {reader.name}. Each member can have one. Transfer that one first, or
            ask {askedBy} to invite someone else.
          </p>
          <p>
            <Link to={`${href('/my-business')}#handover`}>My Business</Link>
          </p>
        </Notice>
      )
    case 'invited':
      return <ButtonForm name="take-on" submit="Accept" busy="Accepting..." />
  }
}

/** The page of an invitation that cannot be accepted any more. */
export function OwnershipInvitationInvalidPage() {
  return (
    <MessagePage
      title="This invitation no longer works"
      links={[
        { label: 'Go to the directory', to: href('/directory') },
        { label: 'Contact us', to: href('/contact') },
      ]}
    >
      <p>
        It has been accepted or withdrawn, or is more than {ownershipInvitationValidityDays} days old. The person who
        sent it can invite you again.
      </p>
    </MessagePage>
  )
}

/** The page of an invitation for whoever has accepted it. */
export function OwnershipTransferAcceptedPage({ businessName }: { businessName: string }) {
  return (
    <MessagePage
      title={`You now own the listing of ${businessName}`}
      links={[
        { label: 'My Business', to: href('/my-business') },
        { label: 'Your verification', to: href('/verification') },
      ]}
    >
      <p>The listing is yours. It is in the directory while you are verified.</p>
    </MessagePage>
  )
}
