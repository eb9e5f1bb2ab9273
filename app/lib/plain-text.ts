/** Removes control characters, lone surrogates and bidirectional marks from a text. */
export function stripControlCharacters(value: string): string {
  return value.toWellFormed().replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** The same as one line, trimmed. */
export function toSingleLine(value: string): string {
  return stripControlCharacters(value).replace(/\s+/g, ' ').trim()
}

/** Whether a text has any visible character. */
export function hasVisibleCharacter(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u.test(text)
}
