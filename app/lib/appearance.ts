export const pageAppearances = ['light', 'dark', 'system'] as const
/** How pages look: as chosen, or as the visitor's device is set. */
export type PageAppearance = (typeof pageAppearances)[number]
