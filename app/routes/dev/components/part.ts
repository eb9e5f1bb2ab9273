/** A theme that every part is shown in; also the prefix of its ids. */
export const themes = { light: 'Light', dark: 'Dark' } as const
export type Theme = keyof typeof themes
