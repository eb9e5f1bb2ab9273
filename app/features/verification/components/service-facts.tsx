import { FactList } from '#app/ui/fact-list.tsx'
import type { ServiceDetails } from '../model.ts'

const notSet = 'Not set'

/** The member's service details, with a masked number. */
export function ServiceFacts({ details }: { details: ServiceDetails }) {
  return (
    <FactList
      facts={[
        ['Relationship', details.relationshipType ?? notSet],
        ['Service branch', details.serviceBranch ?? notSet],
        ['Service number', details.serviceNumber ?? notSet],
        ...(details.serviceDescription ? ([['Description', details.serviceDescription]] as [string, string][]) : []),
      ]}
    />
  )
}
