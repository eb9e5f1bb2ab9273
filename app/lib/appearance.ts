export const appearances = ['light', 'dark', 'system'] as const
/** How the page looks: as chosen, or as the visitor's device wishes. */
export type Appearance = (typeof appearances)[number]

/** The choice in a Cookie header; 'system' where there is none. */
export function readAppearance(cookieHeader: string | null): Appearance {
  const value = /(?:^|;\s*)appearance=([a-z]+)/.exec(cookieHeader ?? '')?.[1]
  return appearances.find((candidate) => candidate === value) ?? 'system'
}
