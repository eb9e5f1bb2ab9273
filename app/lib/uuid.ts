/** Whether a text is an id as the database takes it; one that is not must not reach a query, which would fail on it. */
export function isUuid(value: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}

/** The id a hash stands for, from its first 32 hexadecimal digits. Version 8 marks a rule of one's own (RFC 9562). */
export function uuidOfHash(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
