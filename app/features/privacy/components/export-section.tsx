import { FileDown } from 'lucide-react'
import { href } from 'react-router'
import { formatDate, formatDateTime, formatLongDateTime } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { useLiveReload } from '#app/ui/use-live.ts'
import type { DataExportView } from '../model.ts'

interface ExportSectionProps {
  exports: DataExportView[]
  /** See `useLiveReload`. */
  version: string
  answer: FormRefusal | undefined
}

/** Requests and downloads a copy of all the member's data. */
export function DataExportSection({ exports, version, answer }: ExportSectionProps) {
  return (
    <SettingsSection
      id="export"
      title="Download my data"
      lead="Everything we hold about you, in one file: your details and the files you gave us."
    >
      <FormAnswerNotice answer={answer} />
      {exports.some(({ readyAt }) => !readyAt) && <AwaitedCopy version={version} />}
      {exports.length > 0 && (
        <ul className="export-list">
          {exports.map(({ id, requestedAt, readyAt, expiresAt }) => (
            <li key={id}>
              <Icon of={FileDown} />
              {readyAt ? (
                <div>
                  {/* A file, not a screen: the browser fetches it. */}
                  <a href={href('/profile/data/:id', { id })} download>
                    Download the copy from {formatDateTime(requestedAt)}
                  </a>
                  {expiresAt && <p className="muted">Available until {formatDate(expiresAt)}</p>}
                </div>
              ) : (
                <div>
                  <p>We are preparing the copy you asked for on {formatLongDateTime(requestedAt)}.</p>
                  <p className="muted">We will email you when it is ready.</p>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <ButtonForm name="request-export" submit="Download all my data" busy="Asking..." kind="secondary" />
    </SettingsSection>
  )
}

/** Reloads the data when a copy is ready. */
function AwaitedCopy({ version }: { version: string }) {
  useLiveReload('member', version)
  return null
}
