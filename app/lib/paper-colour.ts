/** The background colour of pages in each theme, for what cannot read CSS. Must match tokens.css. */
export const pageBackgroundColour = { light: '#fbf8f1', dark: '#0f1827' } as const
