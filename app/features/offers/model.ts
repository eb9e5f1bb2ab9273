import type { ToastMessage } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    offers: 'add-codes' | 'remove-codes'
  }
}

/** The partners whose offers come with codes. */
export const offerPartners = { sage: 'Sage' } as const
export type OfferPartner = keyof typeof offerPartners

/** The most characters of a code, and the most codes that are added at a time. */
export const partnerCodeLimits = { code: 100, codes: 10_000 } as const

/** How the offer of a partner is doing, as staff see it. */
export interface PartnerOfferForStaff {
  partner: OfferPartner
  /** Whether the page of the partner promises anything. */
  isOffered: boolean
  /** Whether one code is set that everybody gets. */
  hasShared: boolean
  /** Single codes that nobody has. */
  left: number
  /** Codes that were given to members, those who have left among them. */
  given: number
  /** Members who may have the offer and have no code. */
  waiting: number
}

/** Says what came of adding codes. */
export function partnerCodesAddedToast({ added, known }: { added: number; known: number }): ToastMessage {
  const there = known === 1 ? '1 was there already.' : `${known.toLocaleString('en-GB')} were there already.`
  if (added === 0) return { title: 'No code was added', description: there, bad: true }
  const title = added === 1 ? '1 code was added' : `${added.toLocaleString('en-GB')} codes were added`
  return { title, ...(known > 0 && { description: there }) }
}

/** The message for codes that cannot be added: the first of them. */
export function invalidPartnerCodesToast(messages: string[] = []): ToastMessage {
  return { title: 'No code was added', description: messages[0] ?? 'Please check the form for errors.', bad: true }
}

/** When adding or removing failed. */
export const partnerCodesNotChangedToast: ToastMessage = {
  title: 'Nothing was changed',
  description: 'Something went wrong. Please try again.',
  bad: true,
}

/** Says how many codes were removed. */
export function partnerCodesRemovedToast(removed: number): ToastMessage {
  return { title: removed === 1 ? '1 code was removed' : `${removed.toLocaleString('en-GB')} codes were removed` }
}
