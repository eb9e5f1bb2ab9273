import { failureToast, type ToastMessage } from './toast-message.ts'

/** Uses of cookies that need a visitor's consent. */
export const optionalCookieUses = ['settings', 'analytics', 'others'] as const
export type OptionalCookieUse = (typeof optionalCookieUses)[number]

/** What a visitor agreed to. */
export type CookieConsent = Record<OptionalCookieUse, boolean>

/**
 * A visitor's choice. Before one is saved, nothing is agreed to that needs a cookie; visits are counted, which needs none, unless
 * that is switched off.
 */
export interface CookieChoice extends CookieConsent {
  saved: boolean
  /** Whether one of an earlier version was saved. It is asked again; until then nothing is agreed to and no visit is counted. */
  isOlder: boolean
}

export const cookieChoiceNotSavedToast = failureToast('Cookie preferences not saved')

/** Asks who chose before to choose again, once. */
export const askCookieChoiceAgainToast: ToastMessage = {
  title: 'Choose your cookies again',
  description:
    'We may have saved the opposite of what you chose. Until you choose again, under Cookies at the foot of this page, we use only essential cookies.',
  asks: 'here',
}
