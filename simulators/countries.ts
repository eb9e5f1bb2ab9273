/** Countries whose addresses need a state. */
export const withStates: readonly string[] = ['US', 'CA', 'AU', 'JP']
