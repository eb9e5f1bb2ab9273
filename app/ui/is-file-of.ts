import type { takenSignatures } from '#app/lib/file-signature.ts'

/**
 * Whether a chosen file begins as what is taken there, by the rule of the server. What cannot be read here, or without the rule, is left to the
 * server.
 */
export async function isFileOf(file: Blob, where: keyof typeof takenSignatures): Promise<boolean> {
  try {
    const { readSignature, signatureBytes } = await import('#app/lib/file-signature.ts')
    return readSignature(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()), where) !== null
  } catch {
    return true
  }
}
