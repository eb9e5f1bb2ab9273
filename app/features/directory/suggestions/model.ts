/** Letters from which on there are suggestions. */
export const suggestionMinimumLetters = 2

/** What can be chosen while somebody types. */
export type DirectorySuggestion =
  /** Fills the field with `value`. */
  | { kind: 'trade'; label: string; value: string }
  | { kind: 'place'; label: string; value: string }
  /** Opens the page of a business. */
  | { kind: 'business'; label: string; detail: string | null; path: string }
