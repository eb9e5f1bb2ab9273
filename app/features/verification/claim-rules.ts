import { href } from 'react-router'
import type { militaryRelationshipTypes } from '#app/features/reference/rules.ts'

/** Path of the page that explains how Muster verifies. */
export const howWeVerifyPath = href('/how-we-verify')

type RelationshipType = (typeof militaryRelationshipTypes)[number]

const claims: Record<RelationshipType, string> = {
  Veteran: 'Verified veteran-owned',
  'Serving member': 'Verified: run by a serving member',
  Reservist: 'Verified: run by a reservist',
  'Spouse or partner': "Verified: run by a veteran's spouse or partner",
  'Family member': "Verified: run by a veteran's family",
  Supporter: 'Checked supporter of veterans',
}

/**
 * The claim for a listed business, by its owner's relationship to the armed forces. Only a veteran's business is called
 * veteran-owned; where the relationship is unknown, the claim is just 'Verified'.
 */
export function verifiedBusinessLabelForRelationship(relationshipType: string | null): string {
  if (relationshipType !== null && Object.hasOwn(claims, relationshipType))
    return claims[relationshipType as RelationshipType]
  return 'Verified'
}
