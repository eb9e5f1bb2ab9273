import { NameValueList } from '#app/ui/fact-list.tsx'
import type { MaskedMilitaryServiceDetails } from '../model.ts'

const notSet = 'Not set'

/** The member's service details, with a masked number. */
export function MaskedMilitaryServiceFactList({ details }: { details: MaskedMilitaryServiceDetails }) {
  return (
    <NameValueList
      facts={[
        ['Relationship', details.relationshipType ?? notSet],
        ['Service branch', details.serviceBranch ?? notSet],
        ['Service number', details.serviceNumber ?? notSet],
        ...(details.serviceDescription ? ([['Description', details.serviceDescription]] as [string, string][]) : []),
      ]}
    />
  )
}
