import { href, Link } from 'react-router'
import { SocialBrandIcon } from '#app/ui/brand-icon.tsx'
import { type SocialBrand, socialBrandName } from '#app/ui/brands.ts'
import { type ContactMailbox, contactMailboxLabels } from '../model.ts'
import './contact.css'

interface ContactDetailsProps {
  site: {
    name: string
    mailboxes: Record<ContactMailbox, string>
    officeHours: string
    socialLinks: { network: SocialBrand; url: string }[]
  }
  /** What each mailbox is for, and the note about weekends. */
  words: { mailboxes: Record<ContactMailbox, string>; weekends: string }
}

/** Contact details: mailboxes, office hours, social networks and crisis lines. */
export function OrganisationContactDetails({ site, words }: ContactDetailsProps) {
  return (
    <div className="contact-details">
      <section aria-labelledby="mailboxes">
        <h2 id="mailboxes">By email</h2>
        <dl>
          {(Object.entries(contactMailboxLabels) as [ContactMailbox, string][]).map(([mailbox, label]) => (
            <div key={mailbox}>
              <dt>{label}</dt>
              <dd>
                <a href={`mailto:${site.mailboxes[mailbox]}`}>{site.mailboxes[mailbox]}</a>
                <span>{words.mailboxes[mailbox]}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="hours">
        <h2 id="hours">Office hours</h2>
        <p>{site.officeHours}</p>
        <p>Weekends: {words.weekends}</p>
      </section>
      {site.socialLinks.length > 0 && (
        <section aria-labelledby="networks">
          <h2 id="networks">Follow us</h2>
          <ul className="networks">
            {site.socialLinks.map(({ network, url }) => (
              <li key={network}>
                <a href={url} rel="noopener">
                  <SocialBrandIcon brand={network} />
                  {socialBrandName(network)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="help">
        <h2 id="help">Need help now?</h2>
        <p>
          We cannot reply straight away. <Link to={href('/resources')}>Our resources</Link> list people who can, at any
          time.
        </p>
      </section>
    </div>
  )
}
