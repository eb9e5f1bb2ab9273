import { FactList } from '#app/ui/fact-list.tsx'
import type { ServiceDetails } from '../schema.ts'

const notSet = 'Not set'

/** What a member has said of their service. The number stands there masked. */
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
