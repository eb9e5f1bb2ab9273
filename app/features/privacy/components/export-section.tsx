import { FileDown } from 'lucide-react'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import type { ExportView } from '../schema.ts'

interface ExportSectionProps {
  exports: ExportView[]
  /** Where one of them is fetched from. */
  addressOf: (id: string) => string
  answer: FormAnswer | undefined
}

/** Lets a member take all of their data along. */
export function ExportSection({ exports, addressOf, answer }: ExportSectionProps) {
  return (
    <SettingsSection
      id="export"
      title="Download my data"
      lead="Everything we hold about you, in one file: your details and the files you gave us."
    >
      <AnswerNotice answer={answer} />
      {exports.length > 0 && (
        <ul className="export-list">
          {exports.map(({ id, requestedAt, readyAt, expiresAt }) => (
            <li key={id}>
              <Icon of={FileDown} />
              {readyAt ? (
                <div>
                  {/* A file, not a screen: the browser fetches it. */}
                  <a href={addressOf(id)} download>
                    Download the copy of {formatDateTime(requestedAt)}
                  </a>
                  {expiresAt && <p className="muted">Here until {formatDate(expiresAt)}</p>}
                </div>
              ) : (
                <div>
                  <p>The copy of {formatDateTime(requestedAt)} is being made.</p>
                  <p className="muted">Come back in a few minutes and load this page again.</p>
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
