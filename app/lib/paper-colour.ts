/** The colour a page stands on in each theme, for what cannot read the stylesheet: it is that of tokens.css. */
export const paperColour = { light: '#fbf8f1', dark: '#0f1827' } as const
