import { Link } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FactList } from '#app/ui/fact-list.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { standingOf } from '../rules.ts'
import type { DocumentView, ServiceDetails } from '../schema.ts'
import { StatusCard } from './status-card.tsx'

interface VerificationPanelProps {
  status: string | null
  details: ServiceDetails | null
  documents: DocumentView[]
}

const notSet = 'Not set'

/** Where a member's verification stands, and what they have given for it. */
export function VerificationPanel({ status, details, documents }: VerificationPanelProps) {
  return (
    <>
      <div className="verification-state">
        <StatusCard status={status} id="verification-status">
          {standingOf(status).action === null && <Link to="/verification">About verification</Link>}
        </StatusCard>
      </div>
      <SettingsSection
        id="service"
        title="Service details"
        lead="Your branch and relationship also stand on your business's page. The number and what you describe are for reviewers alone."
      >
        {details ? (
          <FactList
            facts={[
              ['Relationship', details.relationshipType ?? notSet],
              ['Service branch', details.serviceBranch ?? notSet],
              ['Service number', details.serviceNumber ?? notSet],
              ...(details.serviceDescription
                ? ([['Description', details.serviceDescription]] as [string, string][])
                : []),
            ]}
          />
        ) : (
          <p className="muted">
            Nothing saved yet. <Link to="/verification">Tell us about your service</Link>
          </p>
        )}
      </SettingsSection>
      <SettingsSection id="documents" title="Documents" lead="Only reviewers can open them.">
        {documents.length === 0 ? (
          <EmptyState title="No verification documents uploaded yet" />
        ) : (
          <FactList
            facts={documents.map(({ uploadedAt }, index) => [
              `Document ${documents.length - index}`,
              `Uploaded ${formatDate(uploadedAt)}`,
            ])}
          />
        )}
      </SettingsSection>
    </>
  )
}
