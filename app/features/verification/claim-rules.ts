import { href } from 'react-router'
import type { militaryRelationshipTypes } from '#app/features/reference/rules.ts'

/** Path of the page that explains how Muster verifies. */
export const howWeVerifyPath = href('/how-we-verify')

type RelationshipType = (typeof militaryRelationshipTypes)[number]

/** The claim shown for a listed business, and what was checked to support it. */
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
 * The claim for a listed business, by its owner's relationship to the armed forces. Only a veteran's business is called
 * veteran-owned; where the relationship is unknown, the claim is just 'Verified'.
 */
export function claimOf(relationshipType: string | null): Claim {
  if (relationshipType !== null && Object.hasOwn(claims, relationshipType))
    return claims[relationshipType as RelationshipType]
  return { claim: 'Verified', basis: connection }
}
