import { Form, href } from 'react-router'
import { mailtoUri } from '#app/lib/links.ts'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ScrollableTableRegion } from '#app/ui/table-region.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { type ShownShortlist, shortlistNotChangedTitle } from '../model.ts'
import { shortlistCsvPath, shortlistPath } from '../shortlist-path.ts'
import '#app/ui/table-region.css'
import './shortlist.css'

interface ShortlistPageProps {
  shown: ShownShortlist
  /** The slugs in the address of a list that somebody shared; null for the visitor's own. */
  shared: string[] | null
  /** The place that distances are from, as typed. */
  near: string
}

/** A shortlist to compare: the visitor's own, or one that somebody shared. */
export function ShortlistPage({ shown, shared, near }: ShortlistPageProps) {
  const { businesses, gone, placeProblem } = shown
  const slugs = businesses.map(({ slug }) => slug)
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1>{shared ? 'A shortlist for you' : 'Your shortlist'}</h1>
          <p className="lead">
            {shared
              ? 'Someone picked these businesses and sent you the link. Your own shortlist has not changed.'
              : 'Compare the businesses you saved, and send them to someone else.'}
          </p>
        </div>
      </div>
      <div className="wrap shortlist-body">
        {gone > 0 && (
          <Notice tone="waiting">
            <p>{gone === 1 ? 'One business is no longer listed.' : `${gone} businesses are no longer listed.`}</p>
          </Notice>
        )}
        {placeProblem && (
          <Notice tone="waiting">
            <p>{placeProblem}</p>
          </Notice>
        )}
        {businesses.length === 0 ? (
          <EmptyState
            title={shared ? 'None of these businesses are listed any more' : 'Nothing saved yet'}
            heading="h2"
          >
            <p>Select ‘Save’ on a business in the directory to add it here.</p>
            <LinkButton to={href('/directory')}>Find a business</LinkButton>
          </EmptyState>
        ) : (
          <>
            <div className="shortlist-actions">
              <Form method="get" className="shortlist-near">
                {shared && <input type="hidden" name="list" value={shared.join(',')} />}
                <label className="label" htmlFor="near">
                  Distance from
                </label>
                <input
                  className="input"
                  id="near"
                  name="near"
                  placeholder="Town or postcode"
                  defaultValue={near}
                  maxLength={200}
                  autoComplete="off"
                />
                <Button type="submit" data-waits="" kind="secondary" size="small">
                  Show
                </Button>
              </Form>
              {shared ? (
                <ButtonForm
                  name="shortlist"
                  action={href('/shortlist/change')}
                  stays
                  failed={shortlistNotChangedTitle}
                  values={{ intent: 'add', slugs: slugs.join(','), page: shortlistPath(shared, near) }}
                  submit="Save all to my shortlist"
                  busy="Saving..."
                  size="small"
                />
              ) : (
                <>
                  <LinkButton to={href('/shortlist/enquire')} size="small">
                    Ask for quotes
                  </LinkButton>
                  <CopyListLink slugs={slugs} />
                </>
              )}
              <a
                className={buttonClass({ kind: 'secondary', size: 'small' })}
                href={shortlistCsvPath(shared, near)}
                download
              >
                Download as CSV
              </a>
              <Button kind="secondary" size="small" className="needs-script" onClick={() => window.print()}>
                Print
              </Button>
            </div>
            <Comparison businesses={businesses} canRemove={shared === null} near={near} />
            {!shared && (
              <div className="shortlist-foot">
                <p>
                  The link opens <Link to={shortlistPath(slugs, '')}>a page with the same businesses</Link>. It does not
                  include your name or anything about you.
                </p>
                <details className="disclosure">
                  <summary>Clear the shortlist</summary>
                  <p>This removes all {businesses.length} from your shortlist.</p>
                  <ButtonForm
                    name="shortlist"
                    action={href('/shortlist/change')}
                    stays
                    failed={shortlistNotChangedTitle}
                    values={{ intent: 'clear' }}
                    submit="Clear the shortlist"
                    busy="Clearing..."
                    kind="danger"
                    size="small"
                  />
                </details>
              </div>
            )}
          </>
        )}
      </div>
    </>
  )
}

function Comparison({
  businesses,
  canRemove,
  near,
}: {
  businesses: ShownShortlist['businesses']
  canRemove: boolean
  near: string
}) {
  const hasMiles = businesses.some(({ miles }) => miles !== null)
  return (
    <ScrollableTableRegion label="Businesses to compare">
      <thead>
        <tr>
          <th scope="col">Business</th>
          <th scope="col">What they do</th>
          <th scope="col">Where</th>
          {hasMiles && <th scope="col">Distance</th>}
          <th scope="col">Verified</th>
          <th scope="col">Contact</th>
          {canRemove && (
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {businesses.map((business) => (
          <tr key={business.slug}>
            <th scope="row">
              <div className="shortlist-name">
                <BusinessLogo logo={business.logo} tile={business.tile} sizes="2.5rem" />
                <Link to={href('/business/:slug', { slug: business.slug })}>{business.name}</Link>
              </div>
            </th>
            <td>
              {business.industryName}
              {business.primaryService && <span className="also">{business.primaryService}</span>}
            </td>
            <td>
              {business.town ?? 'Location not specified'}
              {business.serviceArea && <span className="also">{business.serviceArea}</span>}
            </td>
            {hasMiles && <td>{business.miles === null ? 'Not known' : `${business.miles} mi`}</td>}
            <td>
              {business.claim}
              {business.checkedOn && <span className="also">since {business.checkedOn}</span>}
            </td>
            <td>
              <Contact business={business} />
            </td>
            {canRemove && (
              <td className="shortlist-remove">
                <ButtonForm
                  name="shortlist"
                  action={href('/shortlist/change')}
                  stays
                  failed={shortlistNotChangedTitle}
                  values={{ intent: 'remove', slugs: business.slug, page: shortlistPath(null, near) }}
                  submit={
                    <>
                      Remove<span className="sr-only"> {business.name}</span>
                    </>
                  }
                  busy="Removing..."
                  kind="secondary"
                  size="small"
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </ScrollableTableRegion>
  )
}

function Contact({ business: { phone, email, websiteUrl, name } }: { business: ShownShortlist['businesses'][number] }) {
  if (!phone?.uri && !email && !websiteUrl) return 'On their page'
  return (
    <ul className="contact-ways">
      {phone?.uri && (
        <li>
          <a href={phone.uri}>{phone.shown}</a>
        </li>
      )}
      {email && (
        <li>
          <a href={mailtoUri(email)}>{email}</a>
        </li>
      )}
      {websiteUrl && (
        <li>
          <a href={websiteUrl} rel="noopener nofollow">
            Website<span className="sr-only"> of {name}</span>
          </a>
        </li>
      )}
    </ul>
  )
}

function CopyListLink({ slugs }: { slugs: string[] }) {
  const toast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(shortlistPath(slugs, ''), window.location.href).href)
      toast({ title: 'Link copied' })
    } catch {
      // Denied by the browser, or not available on an insecure page.
      toast({ title: 'Link not copied', description: 'Open the list below and copy its web address.', bad: true })
    }
  }
  return (
    <Button size="small" className="needs-script" onClick={copy}>
      Copy link
    </Button>
  )
}
