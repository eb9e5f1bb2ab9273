import type { acceptedFileSignatures } from '#app/lib/file-signature.ts'

/**
 * Whether a chosen file begins as what is taken there, by the rule of the server. What cannot be read here, or without the rule, is left to the
 * server.
 */
export async function isFileOfAcceptedType(file: Blob, where: keyof typeof acceptedFileSignatures): Promise<boolean> {
  try {
    const { hasAcceptedFileSignature: beginsAs } = await import('#app/lib/file-signature.ts')
    return await beginsAs(file, where)
  } catch {
    return true
  }
}
