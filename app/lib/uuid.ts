/** Whether a text is a UUID. Anything else must not reach a query, which would fail. */
export function isUuid(value: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}

/** Makes a UUID from the first 32 hexadecimal digits of a hash. Version 8 marks a custom rule (RFC 9562). */
export function uuidOfHash(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
