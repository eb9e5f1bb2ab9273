/** Uses of cookies that need a visitor's consent. */
export const optionalUses = ['settings', 'others'] as const
export type OptionalUse = (typeof optionalUses)[number]

/** What a visitor agreed to. */
export type CookieConsent = Record<OptionalUse, boolean>

/** A visitor's choice. Nothing is agreed to before it is saved. */
export interface CookieChoice extends CookieConsent {
  saved: boolean
}
