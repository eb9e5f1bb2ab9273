/** A theme that every part is shown in; it also tells the ids of the two apart. */
export const themes = { light: 'Light', dark: 'Dark' } as const
export type Theme = keyof typeof themes
