import { ArrowLeft, ArrowUpRight, BadgeCheck, Check, ContactRound, Globe, Mail, MapPin, Phone } from 'lucide-react'
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import type { NationalGridPosition } from '#app/features/places/model.ts'
import { howWeVerifyPath, verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { mailtoUri } from '#app/lib/links.ts'
import { pathBackToList } from '#app/lib/path-back.ts'
import { Badge } from '#app/ui/badge.tsx'
import { SocialBrandIcon } from '#app/ui/brand-icon.tsx'
import { socialBrandName } from '#app/ui/brands.ts'
import { BreakableUrl } from '#app/ui/breakable.tsx'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { externalLinkRel, websiteHostForDisplay } from '#app/ui/external-link.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { NotPublicPreviewBand } from '#app/ui/preview-band.tsx'
import '#app/ui/preview-band.css'
import { ShareLinks } from '#app/ui/share.tsx'
import { VideoEmbed } from '#app/ui/video-embed.tsx'
import type { PublicBusinessPageData } from '../model.ts'
import type { UnlistedBusinessReason } from '../preview-rules.ts'
import { BusinessMap } from './business-map.tsx'
import { businessCardElementId } from './directory-path.ts'
import { BusinessGalleryPictureList, BusinessPictureLink, useBusinessLightbox } from './gallery.tsx'
import './business.css'
import '#app/ui/listing-page.css'
import '#app/ui/share.css'

interface BusinessScreenProps {
  business: PublicBusinessPageData
  /** Whether the visitor is the owner. */
  canEdit: boolean
  /** Where it is. Without it there is no map. */
  position?: NationalGridPosition | null
  /** Why it is not listed, in a preview for the owner or an admin. */
  preview?: UnlistedBusinessReason | null
  /** The path of the list that the visitor came from. */
  back: string
  /** The public URL; null for a preview. */
  shareUrl?: string | null
  /** Its slug, where visitors are counted. */
  countedSlug?: string | null
  /** Path of the form to ask it for a quote; null where it takes no enquiries. */
  askPath?: string | null
  /** What was checked of it. */
  checked?: ReactNode
  /** What visitors can do with it, beside the link back. */
  actions?: ReactNode
}

type Show = (event: MouseEvent<HTMLAnchorElement>, index: number) => void

/** The map around a business that says where it is. */
function mapOf(
  { city, county, postcode }: PublicBusinessPageData,
  position: NationalGridPosition,
  size: 'small' | 'large',
): ReactNode {
  const label = city ?? county
  const near = postcode ?? city
  return near && label && <BusinessMap position={position} near={near} label={label} size={size} />
}

/** The page of a business. Empty fields are left out. */
export function PublicBusinessPage({
  business,
  canEdit,
  back,
  position = null,
  preview = null,
  shareUrl = null,
  askPath = null,
  countedSlug = null,
  checked,
  actions,
}: BusinessScreenProps) {
  const lightbox = useBusinessLightbox(business.gallery, business.name)
  // Where there is no picture, the map is at the head of the page instead of beside the address.
  const hasPicture = business.gallery.length > 0
  const map = position && mapOf(business, position, hasPicture ? 'small' : 'large')
  return (
    <>
      <SubBar business={business} canEdit={canEdit} back={back} shareUrl={shareUrl} actions={actions} />
      {preview ? (
        <Preview {...preview} isOwner={canEdit} />
      ) : (
        <div className="verified-band">
          <div className="wrap">
            <Icon of={BadgeCheck} />
            <p>
              <b>{verifiedBusinessLabelForRelationship(business.relationshipType)}.</b> {business.basis}.
            </p>
            <Link to={howWeVerifyPath}>How we verify</Link>
          </div>
        </div>
      )}
      <div className="wrap" {...(countedSlug && { 'data-view': countedSlug })}>
        <Head business={business} isVerified={preview === null} askPath={askPath} show={lightbox.show} map={map} />
        <div className="business-body">
          <div>
            <Story business={business} show={lightbox.show} />
          </div>
          <aside className="business-side" aria-label="Contact and details">
            <Contact business={business} map={hasPicture && map} isPublic={shareUrl !== null} />
            <Follow business={business} />
            <Details business={business} isVerified={preview === null} />
            {checked}
          </aside>
        </div>
      </div>
      {lightbox.dialog}
    </>
  )
}

function Preview({ reason, isOwner, link }: UnlistedBusinessReason & { isOwner: boolean }) {
  return (
    <NotPublicPreviewBand isOwner={isOwner} reason={reason}>
      <Link to={link.to}>{link.label}</Link>
    </NotPublicPreviewBand>
  )
}

/** The page for a business that does not exist, or that the visitor may not see. */
export function BusinessNotFoundPage() {
  return (
    <MessagePage title="Business Not Found" links={[{ label: 'Back to Directory', to: href('/directory') }]}>
      <p>The business you're looking for could not be found or is not verified.</p>
    </MessagePage>
  )
}

const neverChanges = () => () => undefined

function SubBar({
  business,
  canEdit,
  back,
  shareUrl,
  actions,
}: Pick<BusinessScreenProps, 'business' | 'canEdit' | 'back' | 'shareUrl' | 'actions'>) {
  const entry = businessCardElementId(business.slug)
  // A page that is kept does not know where its visitor came from; the first script sets the link until this one has taken over.
  const pathBack = useSyncExternalStore(
    neverChanges,
    () => pathBackToList(document.referrer, href('/directory'), entry),
    () => null,
  )
  return (
    <nav className="subbar" aria-label="This page">
      <div className="wrap">
        <Link className="more" to={back === href('/directory') ? (pathBack ?? back) : back} data-back={entry}>
          <Icon of={ArrowLeft} size="small" />
          <span>
            Back<span className="subbar-rest"> to Directory</span>
          </span>
        </Link>
        <div className="name" aria-hidden="true">
          {business.name}
        </div>
        <div className="subbar-acts">
          {actions}
          {shareUrl && <ShareLinks name={business.name} address={shareUrl} kind="quiet" />}
          {canEdit && (
            <LinkButton to={href('/my-business')} kind="secondary" size="small">
              <span>
                Edit<span className="subbar-rest"> Business</span>
              </span>
            </LinkButton>
          )}
        </div>
      </div>
    </nav>
  )
}

interface HeadProps {
  business: PublicBusinessPageData
  isVerified: boolean
  askPath: string | null
  show: Show
  /** Shown where there is no picture. */
  map: ReactNode
}

function Head({ business, isVerified, askPath, show, map }: HeadProps) {
  const [picture] = business.gallery
  const town = [business.city, business.county].filter(Boolean).join(', ')
  const telephone = business.phone?.uri
  return (
    <div className="business-head">
      <div>
        <BusinessLogo logo={business.logo} tile={business.tile} sizes="6rem" eager />
        <h1>{business.name}</h1>
        {business.tagline && <p className="lead">{business.tagline}</p>}
        <ul className="row row-s badges" aria-label="At a glance">
          {business.serviceBranch && (
            <li>
              <Badge verified={isVerified}>{business.serviceBranch}</Badge>
            </li>
          )}
          {business.relationshipType && (
            <li>
              <Badge verified={isVerified}>{business.relationshipType}</Badge>
            </li>
          )}
          {business.industryName && (
            <li>
              <Badge>{business.industryName}</Badge>
            </li>
          )}
          {business.primaryService && (
            <li>
              <Badge>{business.primaryService}</Badge>
            </li>
          )}
        </ul>
        {(askPath || business.websiteUrl || telephone) && (
          <div className="row acts">
            {askPath && (
              <LinkButton to={askPath} size="large">
                Ask for a quote
              </LinkButton>
            )}
            {business.websiteUrl && (
              <a
                className={buttonClass({ kind: askPath ? 'secondary' : 'primary', size: 'large' })}
                href={business.websiteUrl}
                rel={externalLinkRel}
                data-press="website"
              >
                Visit Website
                <Icon of={ArrowUpRight} />
              </a>
            )}
            {telephone && (
              <a className={buttonClass({ kind: 'secondary', size: 'large' })} href={telephone}>
                <Icon of={Phone} />
                Call
              </a>
            )}
          </div>
        )}
        <p className="since">
          Member since {business.memberSince}
          {town && ` · ${town}`}
        </p>
      </div>
      {(picture || map) && (
        <div className="photo">
          {picture ? (
            <BusinessPictureLink
              pictures={business.gallery}
              index={0}
              sizes="(min-width: 66rem) 36rem, (min-width: 46rem) 50vw, 100vw"
              eager
              show={show}
            />
          ) : (
            map
          )}
        </div>
      )}
    </div>
  )
}

function Story({ business, show }: { business: PublicBusinessPageData; show: Show }) {
  return (
    <>
      {business.description && (
        <section aria-labelledby="about">
          <h2 id="about">About Us</h2>
          <p className="prose-lines">{business.description}</p>
        </section>
      )}
      {business.productsServices.length > 0 && (
        <section aria-labelledby="services">
          <h2 id="services">Products & Services</h2>
          <ul className="services">
            {business.productsServices.map((service, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
              <li key={index}>
                <Icon of={Check} />
                <span>{service}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {business.gallery.length > 1 && (
        <section aria-labelledby="gallery">
          <h2 id="gallery">Gallery</h2>
          <BusinessGalleryPictureList pictures={business.gallery} show={show} />
        </section>
      )}
      {business.promoVideo && (
        <section aria-labelledby="video">
          <h2 id="video">Promo Video</h2>
          <VideoEmbed
            video={business.promoVideo}
            name="the promo video"
            title={`Promo video of ${business.name}`}
            rel={externalLinkRel}
          />
        </section>
      )}
    </>
  )
}

function Contact({ business, map, isPublic }: { business: PublicBusinessPageData; map: ReactNode; isPublic: boolean }) {
  const lines = postalLines(business)
  const empty = !business.phone && !business.email && !business.websiteUrl && lines.length === 0
  if (empty) return null
  return (
    <section className="card card-flush" aria-labelledby="contact">
      {map}
      <div className="card-body">
        <h2 id="contact">Contact Information</h2>
        <ul className="contact">
          {business.phone && (
            <li>
              <MaybeLink url={business.phone.uri}>
                <Icon of={Phone} />
                {business.phone.shown}
              </MaybeLink>
              {business.phone.note && <p className="contact-note">{business.phone.note}</p>}
            </li>
          )}
          {business.email && (
            <li>
              <a href={mailtoUri(business.email)}>
                <Icon of={Mail} />
                <span>
                  <BreakableUrl text={business.email} />
                </span>
              </a>
            </li>
          )}
          {business.websiteUrl && (
            <li>
              <a href={business.websiteUrl} rel={externalLinkRel} data-press="website">
                <Icon of={Globe} />
                <span>
                  <BreakableUrl text={websiteHostForDisplay(business.websiteUrl)} />
                </span>
              </a>
            </li>
          )}
          {lines.length > 0 && (
            <li>
              <div>
                <Icon of={MapPin} />
                <div className="whereabouts">
                  <address className="prose-lines">{lines.join('\n')}</address>
                  <a href={directionsUrl(lines)} target="_blank" rel="noopener noreferrer">
                    Directions<span className="sr-only"> on OpenStreetMap, in a new tab</span>
                  </a>
                </div>
              </div>
            </li>
          )}
          {isPublic && (
            <li className="save-contact">
              <a href={href('/business/:slug/contact.vcf', { slug: business.slug })} download>
                <Icon of={ContactRound} />
                Save to your contacts
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}

/** The lines of a postal address. Its postcode is never broken. */
function postalLines({ streetAddress, city, county, postcode }: PublicBusinessPageData): string[] {
  const town = [city, county].filter(Boolean).join(', ')
  return [streetAddress, town, postcode?.replace(/\s+/g, '\u00a0')].flatMap((line) => line || [])
}

/** Where OpenStreetMap shows an address. */
function directionsUrl(lines: string[]): string {
  const query = lines.join(', ').replaceAll('\u00a0', ' ')
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`
}

/** A link, or plain content if there is no URL. */
function MaybeLink({ url, children }: { url: string | null; children: ReactNode }) {
  return url ? <a href={url}>{children}</a> : <div>{children}</div>
}

function Follow({ business }: { business: PublicBusinessPageData }) {
  if (business.socialLinks.length === 0) return null
  return (
    <section className="card" aria-labelledby="follow">
      <h2 id="follow">Follow Us</h2>
      <ul className="socials">
        {business.socialLinks.map(({ network, url }) => (
          <li key={network}>
            <a href={url} rel={externalLinkRel} aria-label={`${business.name} on ${socialBrandName(network)}`}>
              <SocialBrandIcon brand={network} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Details({ business, isVerified }: { business: PublicBusinessPageData; isVerified: boolean }) {
  const type = business.businessType ?? business.industryName
  const service = [business.serviceBranch, business.relationshipType].filter(Boolean).join(', ')
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">Business Details</h2>
      <dl className="facts">
        {type && (
          <div>
            <dt>Type</dt>
            <dd>{type}</dd>
          </div>
        )}
        {isVerified && (
          <div>
            <dt>Verification Status</dt>
            <dd>
              <Badge verified>Verified</Badge>
            </dd>
          </div>
        )}
        {service && (
          <div>
            <dt>Service</dt>
            <dd>{service}</dd>
          </div>
        )}
        <div>
          <dt>Member since</dt>
          <dd>{business.memberSince}</dd>
        </div>
      </dl>
    </section>
  )
}
