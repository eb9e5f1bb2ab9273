import { ArrowUpRight, Eye, List } from 'lucide-react'
import { href, Link } from 'react-router'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { UnsavedChangesGuard } from '#app/ui/unsaved-changes-guard.tsx'
import {
  type BusinessFormChoices,
  type BusinessVisibilityStatus,
  myBusinessSectionTitles,
  type OwnBusinessMedia,
  ownBusinessToasts,
} from '../model.ts'
import type { OwnBusinessWithoutPictures } from '../section-form-schema.ts'
import type { OwnershipTransferForOwner } from '../transfer/model.ts'
import {
  BusinessAddressFields,
  BusinessContactFields,
  BusinessSocialFields,
  MyBusinessBasicFields,
} from './business-fields.tsx'
import { BusinessRegistrationsAndFactsFields } from './facts-fields.tsx'
import { BusinessGalleryForm } from './media/gallery-form.tsx'
import { BusinessLogoForm } from './media/logo-form.tsx'
import { BackToDashboardLink } from './no-business-found.tsx'
import { MyBusinessSectionForm } from './section-form.tsx'
import { OwnershipTransferSection } from './transfer/transfer-section.tsx'
import { NewBusinessOwnerNotice } from './transfer/transferred-notice.tsx'
import { OwnBusinessVisibilitySwitch } from './visibility-switch.tsx'
import '#app/ui/settings-section.css'
import './my-business.css'

interface MyBusinessProps {
  business: OwnBusinessWithoutPictures
  /** Null if the pictures could not be loaded. */
  media: OwnBusinessMedia | null
  lookups: BusinessFormChoices
  transfer: OwnershipTransferForOwner
  answer: VersionedFormRefusal | undefined
}

const upload = href('/my-business/picture')

/** The sections of the page by the ids of their headings. */
const sections = {
  visibility: 'Directory Visibility',
  ...myBusinessSectionTitles,
  logo: 'Company Logo',
  gallery: 'Gallery',
  handover: 'Transfer this listing',
} as const

/** The owner's form of a business. Each section is saved on its own. */
export function EditOwnBusinessPage({ business, media, lookups, transfer, answer }: MyBusinessProps) {
  const { slug, values, status, isActive } = business
  const form = { business, answer }
  return (
    <>
      <div className="page-head">
        <div className="wrap my-business-head">
          <BackToDashboardLink />
          <div>
            <h1>My Business</h1>
            <p className="lead">{values.name}</p>
          </div>
          <div className="row">
            <LinkButton to={href('/my-business/enquiries')} kind="secondary">
              Enquiries
            </LinkButton>
            <LinkButton to={href('/my-business/statistics')} kind="secondary">
              Statistics
            </LinkButton>
            {status === 'listed' && (
              <LinkButton to={href('/my-business/badge')} kind="secondary">
                Your badge
              </LinkButton>
            )}
            <LinkButton to={href('/business/:slug', { slug })} kind="secondary">
              {status === 'listed' ? 'View public page' : 'Preview public page'}
              <Icon of={ArrowUpRight} size="small" />
            </LinkButton>
          </div>
          <nav className="row row-s my-business-index" id="sections" aria-label="Sections">
            {Object.entries(sections).map(([id, title]) => (
              <a key={id} className="chip" href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
        </div>
      </div>
      <div>
        <UnsavedChangesGuard className="wrap profile-body">
          {transfer.takenOnAt && <NewBusinessOwnerNotice values={values} takenOnAt={transfer.takenOnAt} />}
          <SettingsSection
            id="visibility"
            title={sections.visibility}
            lead="Whether people can find you in the directory."
          >
            <OwnBusinessVisibilitySwitch isActive={isActive} page={`${href('/my-business')}#visibility`} />
            <p className="muted">{statusLabels[status]}</p>
          </SettingsSection>
          <MyBusinessSectionForm section="basic" lead="What you do, in your own words." {...form}>
            {(field) => <MyBusinessBasicFields field={field} {...lookups} />}
          </MyBusinessSectionForm>
          <MyBusinessSectionForm
            section="contact"
            lead="How customers can reach you. Shown on your public page."
            {...form}
          >
            {(field) => <BusinessContactFields field={field} dials={business.dials} />}
          </MyBusinessSectionForm>
          <MyBusinessSectionForm
            section="address"
            lead="Where you are, and where you work. You choose whether your street is shown."
            {...form}
          >
            {(field) => <BusinessAddressFields field={field} />}
          </MyBusinessSectionForm>
          <MyBusinessSectionForm
            section="social"
            lead="Enter web addresses, or @name for networks that use names. Leave blank what you don't use."
            {...form}
          >
            {(field) => <BusinessSocialFields field={field} />}
          </MyBusinessSectionForm>
          <MyBusinessSectionForm
            section="facts"
            lead={
              <>
                Shown on your public page as stated by you.{' '}
                <Link to={href('/my-business/facts')}>Ask us to confirm</Link> registrations, insurance and your company
                number.
              </>
            }
            {...form}
          >
            {(field) => <BusinessRegistrationsAndFactsFields field={field} />}
          </MyBusinessSectionForm>
          <SettingsSection id="logo" title={sections.logo} lead="Shown next to your name.">
            {answer?.form.endsWith('-logo') && <FormAnswerNotice answer={answer} />}
            {media ? (
              <BusinessLogoForm media={media} tile={business.tile} upload={upload} />
            ) : (
              <p>{ownBusinessToasts.galleryNotLoaded.description}</p>
            )}
          </SettingsSection>
          <SettingsSection
            id="gallery"
            title={sections.gallery}
            lead="The first picture is shown at the top of your public page."
          >
            {answer?.form.endsWith('-picture') || answer?.form === 'order-pictures' ? (
              <FormAnswerNotice answer={answer} />
            ) : null}
            {media ? (
              <BusinessGalleryForm media={media} upload={upload} where="my-business" answer={answer} />
            ) : (
              <p>{ownBusinessToasts.galleryNotLoaded.description}</p>
            )}
          </SettingsSection>
          <OwnershipTransferSection title={sections.handover} name={values.name} open={transfer.open} answer={answer} />
        </UnsavedChangesGuard>
        <nav className="my-business-bar" aria-label="This page">
          <a href="#sections">
            <Icon of={List} size="small" />
            Sections
          </a>
          <Link to={href('/business/:slug', { slug })}>
            <Icon of={Eye} size="small" />
            {status === 'listed' ? 'Public page' : 'Preview'}
          </Link>
        </nav>
      </div>
    </>
  )
}

/** Explains the status to the owner. */
const statusLabels: Record<BusinessVisibilityStatus, string> = {
  listed: 'Everyone can find your business in the directory.',
  starting: 'You are verified. Your business will be visible in the directory within a minute.',
  hidden: 'Your business is hidden from the directory. Nobody else can see it.',
  unverified: 'Your business will be visible in the directory once you are verified.',
  suspended: 'Your account is suspended, so your business is not in the directory.',
}
