/** Countries whose addresses are none without a state. */
export const withStates: readonly string[] = ['US', 'CA', 'AU', 'JP']
