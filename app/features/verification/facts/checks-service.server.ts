import { isSlug } from '#app/features/businesses/rules.ts'
import { formatLongDate, formatMonth } from '#app/lib/dates.ts'
import { noonOfDay } from '#app/lib/days.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import {
  describeVerificationBasis,
  lastVerificationCheckDateOf,
  type PublicVerificationBasisRecord,
} from '../basis-rules.ts'
import { verifiedBusinessLabelForRelationship } from '../claim-rules.ts'
import { canReadChecksOfUnlistedBusinesses } from '../policy.server.ts'
import { verificationEndDateToAnnounce } from '../rules.ts'
import type {
  BusinessChecks,
  BusinessChecksPanelTexts,
  CheckedOwnerMilitaryRelationship,
  PublicBusinessFactConfirmation,
} from './model.ts'
import { findBusinessForItsChecksPage, listStatedBusinessFacts } from './queries.server.ts'
import {
  businessFactLabelOf,
  factConfirmationMethodLabels,
  formatBusinessFactValue,
  publicRegisterUrlOfFact,
} from './rules.ts'

/** Describes what was checked of the owner of a listed business: what, how, when, and until when it holds. */
export function describeMilitaryRelationshipCheck(
  row: {
    relationshipType: string | null
    verifiedAt: Date | null
    endsAt: Date | null
    record: PublicVerificationBasisRecord | null
  },
  terms: Platform['verificationTerms'],
): CheckedOwnerMilitaryRelationship {
  return {
    claim: verifiedBusinessLabelForRelationship(row.relationshipType),
    basis: describeVerificationBasis(row.record),
    checkedAt: lastVerificationCheckDateOf(row.record, row.verifiedAt),
    // Until a reminder has announced the day, it is the first on which it could end.
    endsAt: row.endsAt ?? verificationEndDateToAnnounce(row.verifiedAt ?? new Date(), terms, new Date()),
  }
}

/**
 * What was checked of a business, and what its owner states: from live data, by the database's clock. Of a business that is not
 * listed only its owner and admins read the facts, and nothing of a verification. Null for others, and if there is none.
 */
export async function getBusinessChecks(
  { db, verificationTerms }: Pick<Platform, 'db' | 'verificationTerms'>,
  actor: Actor | null,
  slug: string,
): Promise<BusinessChecks | null> {
  const viewer = { userId: actor?.userId ?? null, seesAll: canReadChecksOfUnlistedBusinesses(actor) }
  const row = isSlug(slug) ? await findBusinessForItsChecksPage(db, slug, viewer) : null
  if (!row) return null
  const facts = (await listStatedBusinessFacts(db, row.id)).filter(({ hasEnded }) => !hasEnded)
  const ends = facts.map(({ changesAt }) => changesAt).filter((at) => at !== null)
  return {
    relationship: row.isListed ? describeMilitaryRelationshipCheck(row, verificationTerms) : null,
    facts: facts.map(({ fact, value, ...check }) => ({
      fact,
      label: businessFactLabelOf(fact),
      text: formatBusinessFactValue(fact, value),
      registerUrl: publicRegisterUrlOfFact(fact, value),
      confirmed: confirmationOf(check),
    })),
    changesAt: ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null,
  }
}

function confirmationOf({
  state,
  method,
  decidedAt: at,
  until,
}: Pick<
  Awaited<ReturnType<typeof listStatedBusinessFacts>>[number],
  'state' | 'method' | 'decidedAt' | 'until'
>): PublicBusinessFactConfirmation | null {
  const lastDay = until === null ? null : noonOfDay(until)
  return state === 'confirmed' && method && at && lastDay
    ? { how: factConfirmationMethodLabels[method], at, until: lastDay }
    : null
}

/** Words what was checked for its panel; null if there is nothing to say. */
export function describeBusinessChecks({ relationship, facts }: BusinessChecks): BusinessChecksPanelTexts | null {
  if (!relationship && facts.length === 0) return null
  const rows = relationship ? describeVerified(relationship) : []
  return {
    title: relationship ? 'What we checked' : 'Facts about the business',
    notChecked: 'Not checked: the quality of the work, prices, and anything not shown as confirmed.',
    rows: [
      ...rows.map(([label, text]) => ({ label, text, registerUrl: null, note: null, isConfirmed: false })),
      ...facts.map(({ label, text, registerUrl, confirmed }) => ({
        label,
        text,
        registerUrl,
        note: confirmed
          ? `${confirmed.how} on ${formatLongDate(confirmed.at)}, until ${formatLongDate(confirmed.until)}`
          : 'Stated by the owner',
        isConfirmed: confirmed !== null,
      })),
    ],
  }
}

function describeVerified({
  claim,
  basis,
  checkedAt,
  endsAt,
}: CheckedOwnerMilitaryRelationship): [label: string, text: string][] {
  return [
    ['Relationship', claim],
    ['Checked', checkedAt ? formatMonth(checkedAt) : 'The date is not known'],
    ['How', `${basis}. The owner confirms it again before it ends.`],
    ['Valid until', `${formatLongDate(endsAt)}, unless it is confirmed again before`],
  ]
}
