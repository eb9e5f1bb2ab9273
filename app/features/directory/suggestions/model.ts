/** Letters from which on there are suggestions. */
export const suggestionMinimumLetters = 2

/** What can be chosen while somebody types. */
export type DirectorySuggestion =
  /** Searches for a trade by its id; `detail` says how many firms that finds, and where. */
  | { kind: 'trade'; label: string; detail: string; id: string }
  /** Fills the field with `value`. */
  | { kind: 'place'; label: string; value: string }
  /** Opens the page of a business. */
  | { kind: 'business'; label: string; detail: string | null; path: string }
