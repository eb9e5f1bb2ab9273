import { Form, href } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type EnquiryRecipient, enquiryRecipientsMaximum } from '../model.ts'
import './enquiries.css'

interface ChooseRecipientsProps {
  /** The businesses on the shortlist that can be asked. */
  recipients: EnquiryRecipient[]
  /** Why the choice before could not be used; null if there was none. */
  problem: string | null
}

/** Chooses the businesses of a shortlist to ask at once. */
export function ChooseEnquiryRecipientsPage({ recipients, problem }: ChooseRecipientsProps) {
  return (
    <div className="wrap section ask">
      <h1>Ask for a quote</h1>
      {recipients.length === 0 ? (
        <EmptyState title="Nobody to ask yet" heading="h2">
          <p>
            Add businesses that accept enquiries to your shortlist, then ask up to {enquiryRecipientsMaximum} of them at
            once.
          </p>
          <LinkButton to={href('/directory')}>Find a business</LinkButton>
        </EmptyState>
      ) : (
        <>
          <p className="lead">
            Choose up to {enquiryRecipientsMaximum} businesses. You write once, and each gets your enquiry.
          </p>
          {problem && (
            <Notice tone="bad">
              <p>{problem}</p>
            </Notice>
          )}
          <Form method="get" className="form-frame">
            <fieldset className="field">
              <legend className="label">Businesses on your shortlist</legend>
              {recipients.map(({ slug, name }, index) => (
                <label key={slug} className="check">
                  <input
                    type="checkbox"
                    name="business"
                    value={slug}
                    defaultChecked={index < enquiryRecipientsMaximum}
                  />
                  <span>{name}</span>
                </label>
              ))}
            </fieldset>
            <div>
              <Button type="submit">Continue</Button>
            </div>
          </Form>
        </>
      )}
    </div>
  )
}
