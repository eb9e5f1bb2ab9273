import { cookieNames, readCookie } from './cookies.ts'

/** What a visitor can set, each in a cookie of its own, and the values it has beside the one it comes with. */
const settings = {
  /** Light or dark. */
  appearance: ['light', 'dark'],
  /** How a reviewer wants the queue. */
  queueOrder: ['longest'],
} as const
export type SettingName = keyof typeof settings
export type SettingValue<Name extends SettingName> = (typeof settings)[Name][number]

export const settingNames = Object.keys(settings) as SettingName[]

const year = 60 * 60 * 24 * 365

/** A setting in a Cookie header; null where it is as it comes. */
export function readSetting<Name extends SettingName>(
  cookieHeader: string | null,
  name: Name,
): SettingValue<Name> | null {
  const value = readCookie(cookieHeader, cookieNames[name])
  return (settings[name] as readonly SettingValue<Name>[]).find((known) => known === value) ?? null
}

/**
 * The `Set-Cookie` value that keeps a setting: for a year where the visitor agreed to have settings `remembered`, otherwise
 * for as long as the browser is open. Null makes an end of it.
 */
export function setSetting<Name extends SettingName>(
  name: Name,
  value: SettingValue<Name> | null,
  { remembered, secure }: { remembered: boolean; secure: boolean },
): string {
  const age = value === null ? '; Max-Age=0' : remembered ? `; Max-Age=${year}` : ''
  return `${cookieNames[name]}=${value ?? ''}; Path=/${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
