import type { militaryRelationshipTypes } from '#app/features/reference/rules.ts'

type RelationshipType = (typeof militaryRelationshipTypes)[number]

/** What Muster says of a listed business, and what was checked for that. */
interface Claim {
  claim: string
  basis: string
}

const service = "Muster has checked the owner's service."
const connection = "Muster has checked the owner's connection to the armed forces."

const claims: Record<RelationshipType, Claim> = {
  Veteran: { claim: 'Verified veteran-owned', basis: service },
  'Serving member': { claim: 'Verified: run by a serving member', basis: service },
  Reservist: { claim: 'Verified: run by a reservist', basis: service },
  'Spouse or partner': { claim: "Verified: run by a veteran's spouse or partner", basis: connection },
  'Family member': { claim: "Verified: run by a veteran's family", basis: connection },
  Supporter: { claim: 'Checked supporter of veterans', basis: connection },
}

/**
 * The claim of a listed business by the name of its owner's relationship to the armed forces, the same wherever it is made. Only a
 * veteran's says veteran-owned; without a known relationship it says no more than 'Verified'.
 */
export function claimOf(relationshipType: string | null): Claim {
  if (relationshipType !== null && Object.hasOwn(claims, relationshipType))
    return claims[relationshipType as RelationshipType]
  return { claim: 'Verified', basis: connection }
}
