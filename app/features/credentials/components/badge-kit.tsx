import { ArrowLeft, Download } from 'lucide-react'
import { href, Link } from 'react-router'
import { formatLongDate } from '#app/lib/dates.ts'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type { VerifiedBadgeVariant } from '../badge/model.ts'
import type { BadgeKit, BadgeKitFileName, MissingBadgeKitRequirement } from '../kit/model.ts'
import '#app/ui/fact-list.css'
import './badge-kit.css'

interface BadgeKitScreenProps {
  kit: BadgeKit
  /** The badge whose HTML is shown. */
  chosen: VerifiedBadgeVariant
}

const variantLabels: Record<VerifiedBadgeVariant, string> = {
  'light-small': 'Light, small',
  'light-medium': 'Light, medium',
  'light-large': 'Light, large',
  'dark-small': 'Dark, small',
  'dark-medium': 'Dark, medium',
  'dark-large': 'Dark, large',
}

/** Parameter that chooses a badge. */
export const badgeKitVariantParameter = 'look'

/** What the owner of a verified, listed business can show, and where. */
export function OwnBadgeKitPage({ kit, chosen }: BadgeKitScreenProps) {
  const { name, printedName, claim, code, verifyUrl, endsAt, qr } = kit
  return (
    <>
      <Head
        lead={`Show customers that ${name} is verified. Everything here leads to one page that is always up to date.`}
      />
      <div className="wrap profile-body badge-kit">
        <SettingsSection
          id="code"
          title="Your code"
          lead="Anyone who types it at Muster, or scans it, sees whether you are verified at that moment."
        >
          <div className="kit-code">
            <div>
              <p className="kit-code-text">{code}</p>
              <p>
                <a href={verifyUrl}>{verifyUrl.replace(/^https?:\/\//, '')}</a>
              </p>
              <NameValueList
                facts={[
                  ['It says', claim],
                  ['Until', `${formatLongDate(endsAt)}, and longer if you confirm it again`],
                ]}
              />
            </div>
            <img
              src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
              alt={`QR code of ${verifyUrl}`}
              width="160"
              height="160"
            />
          </div>
          <p className="row">
            <DownloadLink file="qr.svg">QR code (SVG)</DownloadLink>
          </p>
        </SettingsSection>
        <WebsiteBadge kit={kit} chosen={chosen} />
        <SettingsSection
          id="print"
          title="To print"
          lead="PDFs ready for a print shop, with crop marks, 3 mm of bleed and colours for printing."
        >
          {printedName !== name && (
            <Notice tone="waiting">
              <p>
                Our fonts do not have all the characters in your name. In print it says:{' '}
                <b>{printedName || 'no name at all'}</b>. Check a file before you print.
              </p>
            </Notice>
          )}
          <ul className="kit-files">
            <KitFileItem file="van-sticker.pdf" label="Van sticker" about="300 × 100 mm, for a door or a tailgate." />
            <KitFileItem
              file="window-sticker.pdf"
              label="Window sticker"
              about="120 × 120 mm, for a shop or an office."
            />
            <KitFileItem file="certificate.pdf" label="Certificate" about="A4, for the wall or a tender." />
          </ul>
          <p className="muted">
            A verification can end after you print. So printed items say when they were made and where to check, not
            that you are verified today.
          </p>
        </SettingsSection>
        <SettingsSection
          id="share"
          title="To send and to post"
          lead="Pictures in the right sizes for email and social networks."
        >
          <ul className="kit-files">
            <KitFileItem
              file="email-signature.png"
              label="Email signature"
              about={`Put it under your name at half its size, 288 × 72, and link it to ${verifyUrl}.`}
            />
            <KitFileItem file="social.png" label="Picture for social networks" about="1200 × 630, for a post." />
          </ul>
        </SettingsSection>
        <SettingsSection
          id="credential"
          title="Signed credential"
          lead="A W3C Verifiable Credential, for software that checks automatically, such as a buyer's supplier system."
        >
          <ul className="kit-files">
            <KitFileItem
              file="credential.jwt"
              label="Credential"
              about={`It is valid until ${formatLongDate(endsAt)}. Once you have confirmed your verification, download it again.`}
            />
          </ul>
          <p>
            <Link to="/check-a-credential">How software checks it</Link>
          </p>
        </SettingsSection>
      </div>
    </>
  )
}

function WebsiteBadge({ kit: { variants }, chosen }: BadgeKitScreenProps) {
  const shown = variants.find(({ variant }) => variant === chosen)
  return (
    <SettingsSection
      id="website"
      title="On your website"
      lead="A picture with a link. It uses no script and no cookie. If your verification ends, the badge says so within a minute."
    >
      <ul className="kit-variants">
        {variants.map(({ variant, url, width, height }) => (
          <li key={variant} className={variant === chosen ? 'is-chosen' : undefined}>
            <Link
              to={`?${badgeKitVariantParameter}=${variant}#website`}
              aria-current={variant === chosen ? 'true' : undefined}
            >
              <img src={new URL(url).pathname} width={width} height={height} alt="" loading="lazy" />
              {variantLabels[variant]}
            </Link>
          </li>
        ))}
      </ul>
      {shown && (
        <div className="field">
          <label className="label" htmlFor="badge-html">
            HTML to copy ({variantLabels[chosen]})
          </label>
          <textarea id="badge-html" className="input textarea kit-html" rows={5} readOnly value={shown.html} />
        </div>
      )}
    </SettingsSection>
  )
}

function KitFileItem({ file, label, about }: { file: BadgeKitFileName; label: string; about: string }) {
  return (
    <li>
      <div>
        <h3>{label}</h3>
        <p>{about}</p>
      </div>
      <DownloadLink file={file}>
        {`Open (${file.split('.').at(-1)?.toUpperCase()})`}
        <span className="sr-only"> {label}</span>
      </DownloadLink>
    </li>
  )
}

function DownloadLink({ file, children }: { file: BadgeKitFileName; children: React.ReactNode }) {
  return (
    <a
      className={buttonClass({ kind: 'secondary', size: 'small' })}
      href={href('/my-business/badge/:file', { file })}
      download
    >
      <Icon of={Download} size="small" />
      {children}
    </a>
  )
}

const missingTexts: Record<MissingBadgeKitRequirement, { text: string; label: string; to: string }> = {
  business: { text: 'Add your business', label: 'Add your business', to: href('/business-onboarding') },
  visibility: {
    text: 'Show your business in the directory',
    label: 'Show it',
    to: `${href('/my-business')}#visibility`,
  },
  verification: {
    text: 'Verify your link to the armed forces',
    label: 'See where it is',
    to: href('/verification'),
  },
  code: { text: 'Your code is ready within a minute', label: 'Refresh', to: href('/my-business/badge') },
}

/** What is missing before there is a badge. */
export function BadgeKitRequirementsPage({ missing }: { missing: MissingBadgeKitRequirement[] }) {
  return (
    <>
      <Head lead="A badge for your website, stickers, a certificate and a code that anyone can check." />
      <div className="wrap section">
        <h2>Before you get yours</h2>
        <ol className="kit-missing">
          {missing.map((each) => (
            <li key={each}>
              {missingTexts[each].text}. <Link to={missingTexts[each].to}>{missingTexts[each].label}</Link>
            </li>
          ))}
        </ol>
        <p>It appears here as soon as your business is verified and in the directory. It costs nothing.</p>
      </div>
    </>
  )
}

function Head({ lead }: { lead: string }) {
  return (
    <div className="page-head">
      <div className="wrap">
        <LinkButton to={href('/my-business')} kind="quiet" size="small">
          <Icon of={ArrowLeft} size="small" />
          My Business
        </LinkButton>
        <h1>Your badge</h1>
        <p className="lead">{lead}</p>
      </div>
    </div>
  )
}
