import { type Cookie, createCookie } from 'react-router'
import { z } from 'zod'
import type { PageAppearance } from './appearance.ts'
import { type CookieChoice, type CookieConsent, optionalCookieUses } from './cookie-choice.ts'
import { cookieNames, parseCookieValue } from './cookies.ts'
import type { ToastMessage } from './toast-message.ts'

const day = 60 * 60 * 24
const options = { path: '/', httpOnly: true, sameSite: 'lax' } as const

/** The text that a cookie holds. Releases before this one wrote it as it is; React Router writes JSON in Base64. */
async function parseText(cookie: Cookie, header: string | null): Promise<string | null> {
  const value: unknown = await cookie.parse(header)
  return typeof value === 'string' ? value : parseCookieValue(header, cookie.name)
}

const tokenSchema = z.string().regex(/^[\w-]{1,64}$/)

async function parseToken(cookie: Cookie, header: string | null): Promise<string | null> {
  return tokenSchema.safeParse(await parseText(cookie, header)).data ?? null
}

const flashCookie = createCookie(cookieNames.flash, { ...options, maxAge: 60 })
const flashSchema: z.ZodType<ToastMessage> = z.object({
  title: z.string().max(100),
  description: z.string().max(300).optional(),
  bad: z.boolean().optional(),
  asks: z.enum(['here', 'mail']).optional(),
})

/** The `Set-Cookie` value that shows a toast on the next page. */
export function serializeFlashCookie(message: ToastMessage): Promise<string> {
  return flashCookie.serialize(message)
}

/** The toast that a request brings along; null for none. */
export async function parseFlashCookie(header: string | null): Promise<ToastMessage | null> {
  return flashSchema.safeParse(await flashCookie.parse(header)).data ?? null
}

/** The `Set-Cookie` value that deletes the toast once it is shown. */
export function serializeFlashCookieDeletion(): Promise<string> {
  return flashCookie.serialize('', { maxAge: 0 })
}

/** Days that a visitor's cart is kept after its last change. */
export const visitorCartRetentionDays = 30

const cartCookie = createCookie(cookieNames.cart, { ...options, maxAge: visitorCartRetentionDays * day })

/** The token of a visitor's cart; null for none. */
export function parseCartTokenCookie(header: string | null): Promise<string | null> {
  return parseToken(cartCookie, header)
}

/** The `Set-Cookie` value that stores the token of a cart. */
export function serializeCartTokenCookie(token: string, { secure }: { secure: boolean }): Promise<string> {
  return cartCookie.serialize(token, { secure })
}

const pendingFormCookies = {
  business: createCookie(cookieNames.pendingBusiness, { ...options, maxAge: 7 * day }),
  verification: createCookie(cookieNames.pendingVerification, { ...options, maxAge: 7 * day }),
}
type PendingFormKind = keyof typeof pendingFormCookies

/** The token of what somebody filled in before they signed in; null for none. */
export function parsePendingFormTokenCookie(kind: PendingFormKind, header: string | null): Promise<string | null> {
  return parseToken(pendingFormCookies[kind], header)
}

/** The `Set-Cookie` value that stores the token of such a form. */
export function serializePendingFormTokenCookie(
  kind: PendingFormKind,
  token: string,
  { secure }: { secure: boolean },
): Promise<string> {
  return pendingFormCookies[kind].serialize(token, { secure })
}

/** The `Set-Cookie` value that deletes it. */
export function serializePendingFormCookieDeletion(kind: PendingFormKind): Promise<string> {
  return pendingFormCookies[kind].serialize('', { maxAge: 0 })
}

const choiceCookie = createCookie(cookieNames.choice, { ...options, maxAge: 365 * day })
/** Choices of earlier versions may say the opposite of what was chosen, so they count for nothing and are asked again. */
const choiceVersion = '3'
const nothingOptional = 'none'
/** Stored in place of a choice of an earlier version, once its browser has been asked again. */
const askedAgain = 'again'

/** What a visitor agreed to. A value that we did not write is no choice. */
export async function parseCookieChoice(header: string | null): Promise<CookieChoice> {
  const value = await parseText(choiceCookie, header)
  const [, version, list = ''] = /^(?:(\d)\.)?(.+)$/.exec(value ?? '') ?? []
  const named = list === nothingOptional || list === askedAgain ? [] : list.split('.')
  const isOurs = named.every((name) => optionalCookieUses.some((use) => use === name))
  const saved = isOurs && version === choiceVersion && list !== askedAgain
  const isOlder = isOurs && !saved
  return {
    saved,
    isOlder,
    settings: saved && named.includes('settings'),
    analytics: saved ? named.includes('analytics') : !isOlder,
    others: saved && named.includes('others'),
  }
}

/** The `Set-Cookie` value that stores a choice for a year; `secure` where the page came over https. */
export function serializeCookieChoice(consent: CookieConsent, secure: boolean): Promise<string> {
  const value = optionalCookieUses.filter((use) => consent[use]).join('.') || nothingOptional
  return choiceCookie.serialize(`${choiceVersion}.${value}`, { secure })
}

/** The `Set-Cookie` value that tells the first script not to count, or that it may. */
export function serializeVisitsUncountedCookie(isUncounted: boolean, secure: boolean): string {
  const age = isUncounted ? 365 * day : 0
  return `${cookieNames.uncounted}=1; Path=/; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`
}

/** What a browser has to be told about its choice. */
export type NeededCookieChoiceUpdate = 'ask-again' | 'uncounted' | null

/**
 * What a browser does not know yet about its choice: that it is of an earlier version and asked again, or, for its first script, that
 * it switches counting off. Null for nothing.
 */
export async function parseNeededCookieChoiceUpdate(header: string | null): Promise<NeededCookieChoiceUpdate> {
  if (parseCookieValue(header, cookieNames.choice) === null) return null
  const { isOlder, analytics } = await parseCookieChoice(header)
  if (isOlder && (await parseText(choiceCookie, header)) !== `${choiceVersion}.${askedAgain}`) return 'ask-again'
  return analytics || parseCookieValue(header, cookieNames.uncounted) !== null ? null : 'uncounted'
}

/**
 * The `Set-Cookie` values that tell it. Who is asked again has agreed to nothing: their visits are not counted, and their settings
 * last until the browser closes.
 */
export async function serializeCookieChoiceUpdateCookies(
  header: string | null,
  news: NeededCookieChoiceUpdate,
  secure: boolean,
): Promise<string[]> {
  if (news === null) return []
  const uncounted = serializeVisitsUncountedCookie(true, secure)
  if (news === 'uncounted') return [uncounted]
  const asked = await choiceCookie.serialize(`${choiceVersion}.${askedAgain}`, { secure })
  return [asked, uncounted, ...(await serializeRenewedSettingCookies(header, { remembered: false, secure }))]
}

/** What a visitor can set, and the values that are stored; the default is no cookie. */
const settings = {
  /** Light or dark. */
  appearance: ['light', 'dark'],
  /** The order of a reviewer's queue. */
  queueOrder: ['longest'],
  /** The map beside the results. */
  directoryMap: ['open'],
} as const
type SettingName = keyof typeof settings
type SettingValue<Name extends SettingName> = (typeof settings)[Name][number]

const settingCookies = {
  appearance: createCookie(cookieNames.appearance, options),
  queueOrder: createCookie(cookieNames.queueOrder, options),
  directoryMap: createCookie(cookieNames.directoryMap, options),
}

/** A setting; null where it has its default. */
export async function parseSettingCookie<Name extends SettingName>(
  header: string | null,
  name: Name,
): Promise<SettingValue<Name> | null> {
  const value = await parseText(settingCookies[name], header)
  return (settings[name] as readonly SettingValue<Name>[]).find((known) => known === value) ?? null
}

interface SettingOptions {
  /** Whether the visitor agreed that settings are stored for longer than the browser is open. */
  remembered: boolean
  secure: boolean
}

/** The `Set-Cookie` value that stores a setting, for a year where it may be remembered. Null deletes it. */
export function serializeSettingCookie<Name extends SettingName>(
  name: Name,
  value: SettingValue<Name> | null,
  { remembered, secure }: SettingOptions,
): Promise<string> {
  if (value === null) return settingCookies[name].serialize('', { maxAge: 0, secure })
  return settingCookies[name].serialize(value, { secure, ...(remembered && { maxAge: 365 * day }) })
}

/** The `Set-Cookie` values that keep the settings a browser has for as long as a new choice allows. */
export async function serializeRenewedSettingCookies(header: string | null, stored: SettingOptions): Promise<string[]> {
  const cookies: string[] = []
  for (const name of Object.keys(settings) as SettingName[]) {
    const value = await parseSettingCookie(header, name)
    if (value !== null) cookies.push(await serializeSettingCookie(name, value, stored))
  }
  return cookies
}

/** The appearance that a visitor chose; 'system' where there is no choice. */
export async function parseAppearanceCookie(header: string | null): Promise<PageAppearance> {
  return (await parseSettingCookie(header, 'appearance')) ?? 'system'
}

/** The `Set-Cookie` value that stores an appearance. 'system' needs no cookie and deletes it. */
export function serializeAppearanceCookie(appearance: PageAppearance, stored: SettingOptions): Promise<string> {
  return serializeSettingCookie('appearance', appearance === 'system' ? null : appearance, stored)
}
