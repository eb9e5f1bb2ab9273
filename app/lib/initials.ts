/** What is shown where a business has no logo. */
export interface PlaceholderLogoInitialsAndColour {
  initials: string
  /** The colour of its industry. */
  colour: string
}

/** Words that a name is not called by. */
const small = new Set(['the', 'a', 'an', 'and', 'of', 'for', 'in', 'at', 'by'])

/** One or two letters for a name: 'Fern & Hollow' is FH, 'The Copper Kettle' CK, 'Fellside' F. Empty if it has no letter or digit. */
export function placeholderLogoInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []
  const called = words.filter((word) => !small.has(word.toLowerCase()))
  return (called.length > 0 ? called : words)
    .slice(0, 2)
    .map((word) => /^.\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-GB')
}
