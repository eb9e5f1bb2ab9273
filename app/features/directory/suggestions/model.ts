/** Letters from which on there are suggestions. */
export const suggestionsFrom = 2

/** What can be chosen while somebody types. */
export type Suggestion =
  /** Fills the field with `value`. */
  | { kind: 'trade'; label: string; value: string }
  | { kind: 'place'; label: string; value: string }
  /** Opens the page of a business. */
  | { kind: 'business'; label: string; detail: string | null; path: string }
