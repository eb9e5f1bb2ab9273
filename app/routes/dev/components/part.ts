/** A theme that every part is shown in; also the prefix of its ids. */
export const showcaseThemes = { light: 'Light', dark: 'Dark' } as const
export type ShowcaseTheme = keyof typeof showcaseThemes
