import { readSetting, setSetting } from './settings.ts'

export const appearances = ['light', 'dark', 'system'] as const
/** How the page looks: as chosen, or as the visitor's device wishes. */
export type Appearance = (typeof appearances)[number]

/** The choice in a Cookie header; 'system' where there is none. */
export function readAppearance(cookieHeader: string | null): Appearance {
  return readSetting(cookieHeader, 'appearance') ?? 'system'
}

/** The `Set-Cookie` value that keeps a choice. 'system' needs no cookie, and makes an end of it. */
export function setAppearance(appearance: Appearance, kept: { remembered: boolean; secure: boolean }): string {
  return setSetting('appearance', appearance === 'system' ? null : appearance, kept)
}
