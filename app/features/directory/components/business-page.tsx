import {
  ArrowLeft,
  ArrowUpRight,
  BadgeCheck,
  Check,
  ContactRound,
  Eye,
  Globe,
  Mail,
  MapPin,
  Pencil,
  Phone,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BusinessStatus } from '#app/features/businesses/rules.ts'
import { claimOf, howWeVerifyPath } from '#app/features/verification/rules.ts'
import { isEmailAddress, telephoneUri } from '#app/lib/links.ts'
import { Badge } from '#app/ui/badge.tsx'
import { BrandIcon, brandName } from '#app/ui/brand-icon.tsx'
import { BusinessLogo } from '#app/ui/business-logo.tsx'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { externalRel, hostOf } from '#app/ui/external-link.ts'
import { Icon } from '#app/ui/icon.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { MiniMap } from '#app/ui/mini-map.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import { Share } from '#app/ui/share.tsx'
import { VideoEmbed } from '#app/ui/video-embed.tsx'
import type { BusinessPage } from '../schema.ts'
import { Gallery } from './gallery.tsx'
import { PictureUnavailable } from './picture-unavailable.tsx'

interface BusinessScreenProps {
  business: BusinessPage
  /** The visitor owns it. */
  canEdit: boolean
  /** Where its postcode area lies on the British national grid; without it there is no map. */
  position?: { easting: number; northing: number } | null
  /** Why the public does not see it, for its owner's preview and an admin's. */
  preview?: Unlisted | null
  /** The list it was found in. */
  back: string
  /** Where others find it; null where they do not. */
  address?: string | null
}

type Unlisted = Exclude<BusinessStatus, 'listed'>

/** The page of a listed business. What its owner has not filled in is left out. */
export function BusinessScreen({
  business,
  canEdit,
  back,
  position = null,
  preview = null,
  address = null,
}: BusinessScreenProps) {
  const { claim, basis } = claimOf(business.relationshipType)
  return (
    <>
      <SubBar business={business} canEdit={canEdit} back={back} />
      {preview ? (
        <PreviewBand reason={preview} isOwner={canEdit} />
      ) : (
        <div className="verified-band">
          <div className="wrap">
            <Icon of={BadgeCheck} />
            <p>
              <b>{claim}.</b> {basis}
            </p>
            <Link to={howWeVerifyPath}>How we verify</Link>
          </div>
        </div>
      )}
      <div className="wrap">
        <Head business={business} isVerified={preview === null} />
        <div className="business-body">
          <div>
            <Story business={business} />
          </div>
          <aside className="business-side" aria-label="Contact and details">
            <Contact business={business} position={position} address={address} />
            <Follow business={business} />
            <Details business={business} isVerified={preview === null} />
            {address && <Share name={business.name} address={address} />}
          </aside>
        </div>
      </div>
    </>
  )
}

const reasons: Record<Unlisted, { why: string; plan: string; to: string }> = {
  unverified: {
    why: 'It will be visible in the directory once you are verified.',
    plan: 'How verification works',
    to: '/verification',
  },
  hidden: {
    why: 'You have hidden it from the directory.',
    plan: 'Change its visibility',
    to: '/my-business#visibility',
  },
  suspended: { why: 'Your account is suspended.', plan: 'Go to your profile', to: '/profile' },
}

const reasonsForAdmins: Record<Unlisted, string> = {
  unverified: 'Its owner is not verified.',
  hidden: 'It is hidden from the directory.',
  suspended: 'Its owner is suspended.',
}

/** Tells an owner, or an admin, that the public does not see what they see, and why. */
function PreviewBand({ reason, isOwner }: { reason: Unlisted; isOwner: boolean }) {
  if (!isOwner) {
    return (
      <div className="verified-band preview-band">
        <div className="wrap">
          <Icon of={Eye} />
          <p>
            <b>You see this as an admin. The public does not.</b> {reasonsForAdmins[reason]}
          </p>
          <Link to="/admin?tab=businesses">Back to Businesses</Link>
        </div>
      </div>
    )
  }
  const { why, plan, to } = reasons[reason]
  return (
    <div className="verified-band preview-band">
      <div className="wrap">
        <Icon of={Eye} />
        <p>
          <b>This is a preview. Only you can see it.</b> {why}
        </p>
        <Link to={to}>{plan}</Link>
      </div>
    </div>
  )
}

/** In place of a business that is not there, or not to be seen. */
export function BusinessNotFound() {
  return (
    <MessagePage title="Business Not Found" links={[{ label: 'Back to Directory', to: '/directory' }]}>
      <p>The business you're looking for could not be found or is not verified.</p>
    </MessagePage>
  )
}

function SubBar({ business, canEdit, back }: Pick<BusinessScreenProps, 'business' | 'canEdit' | 'back'>) {
  return (
    <nav className="subbar" aria-label="This page">
      <div className="wrap">
        <Link className="more" to={back}>
          <Icon of={ArrowLeft} size="small" />
          Back to Directory
        </Link>
        <div className="name" aria-hidden="true">
          {business.logo && <BusinessLogo logo={business.logo} sizes="1.75rem" eager />}
          <span>{business.name}</span>
        </div>
        {canEdit && (
          <LinkButton to="/my-business" kind="secondary" size="small">
            <Icon of={Pencil} size="small" />
            Edit Business
          </LinkButton>
        )}
      </div>
    </nav>
  )
}

function Head({ business, isVerified }: { business: BusinessPage; isVerified: boolean }) {
  const [picture] = business.gallery
  const place = [business.city, business.county].filter(Boolean).join(', ')
  const telephone = telephoneUri(business.phone)
  return (
    <div className="business-head">
      <div>
        <BusinessLogo logo={business.logo} sizes="6rem" eager />
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
        {(business.websiteUrl || telephone) && (
          <div className="row acts">
            {business.websiteUrl && (
              <a className={buttonClass({ size: 'large' })} href={business.websiteUrl} rel={externalRel}>
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
          {place && ` · ${place}`}
        </p>
      </div>
      <div className="photo contours contours-slot">
        {picture && (
          <ResponsivePicture
            picture={picture}
            alt={picture.caption ?? ''}
            sizes="(min-width: 80rem) 36rem, (min-width: 46rem) 50vw, 100vw"
            eager
            fallback={<PictureUnavailable />}
          />
        )}
      </div>
    </div>
  )
}

function Story({ business }: { business: BusinessPage }) {
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a member may name one thing twice, and the lines never move
              <li key={index}>
                <Icon of={Check} />
                <span>{service}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {business.gallery.length > 0 && (
        <section aria-labelledby="gallery">
          <h2 id="gallery">Gallery</h2>
          <Gallery pictures={business.gallery} businessName={business.name} />
        </section>
      )}
      {business.promoVideo && (
        <section aria-labelledby="video">
          <h2 id="video">Promo Video</h2>
          <VideoEmbed
            video={business.promoVideo}
            name="the promo video"
            title={`Promo video of ${business.name}`}
            rel={externalRel}
          />
        </section>
      )}
    </>
  )
}

function Contact({ business, position, address }: Pick<BusinessScreenProps, 'business' | 'position' | 'address'>) {
  const town = [business.city, business.county].filter(Boolean).join(', ')
  const lines = [business.streetAddress, [town, business.postcode].filter(Boolean).join(' ')].filter(Boolean)
  const label = business.city ?? business.county
  const empty = !business.phone && !business.email && !business.websiteUrl && lines.length === 0
  if (empty) return null
  return (
    <section className="card card-flush" aria-labelledby="contact">
      {position && label && <MiniMap {...position} label={label} />}
      <div className="card-body">
        <h2 id="contact">Contact Information</h2>
        <ul className="contact">
          {business.phone && (
            <li>
              <MaybeLink href={telephoneUri(business.phone)}>
                <Icon of={Phone} />
                {business.phone}
              </MaybeLink>
            </li>
          )}
          {business.email && (
            <li>
              <MaybeLink href={isEmailAddress(business.email) ? `mailto:${business.email}` : null}>
                <Icon of={Mail} />
                {business.email}
              </MaybeLink>
            </li>
          )}
          {business.websiteUrl && (
            <li>
              <a href={business.websiteUrl} rel={externalRel}>
                <Icon of={Globe} />
                {hostOf(business.websiteUrl)}
              </a>
            </li>
          )}
          {lines.length > 0 && (
            <li>
              <div>
                <Icon of={MapPin} />
                <address className="prose-lines">{lines.join('\n')}</address>
              </div>
            </li>
          )}
          {address && (
            <li className="save-contact">
              <a href={`/business/${business.slug}/contact.vcf`} download>
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

/** A link where there is somewhere safe to lead to, else the words alone. */
function MaybeLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href ? <a href={href}>{children}</a> : <div>{children}</div>
}

function Follow({ business }: { business: BusinessPage }) {
  if (business.socialLinks.length === 0) return null
  return (
    <section className="card" aria-labelledby="follow">
      <h2 id="follow">Follow Us</h2>
      <ul className="socials">
        {business.socialLinks.map(({ network, url }) => (
          <li key={network}>
            <a href={url} rel={externalRel} aria-label={`${business.name} on ${brandName(network)}`}>
              <BrandIcon brand={network} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Details({ business, isVerified }: { business: BusinessPage; isVerified: boolean }) {
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
        {isVerified && business.checkedOn && (
          <div>
            <dt>Checked on</dt>
            <dd>{business.checkedOn}</dd>
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
