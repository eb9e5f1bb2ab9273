/** Uses of cookies that need a visitor's consent. */
export const optionalUses = ['settings', 'analytics', 'others'] as const
export type OptionalUse = (typeof optionalUses)[number]

/** What a visitor agreed to. */
export type CookieConsent = Record<OptionalUse, boolean>

/**
 * A visitor's choice. Before one is saved, nothing is agreed to that needs a cookie; visits are counted, which needs none, unless
 * that is switched off.
 */
export interface CookieChoice extends CookieConsent {
  saved: boolean
  /** Whether one was saved before visits were counted. What it says still holds; visits are not counted until it is saved again. */
  isOlder: boolean
}
