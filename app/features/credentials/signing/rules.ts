/** The number of bits in a status list, at least 131,072 so that an index tells nothing of whose it is. */
export const credentialStatusListLength = 131_072

/** Seconds for which a status list may be relied on. */
export const credentialStatusListValiditySeconds = 60

/** What a bit means: 'suspension' may be taken back (hidden, lapsed, suspended), 'revocation' not. */
export const credentialStatusPurposes = ['suspension', 'revocation'] as const
export type CredentialStatusPurpose = (typeof credentialStatusPurposes)[number]

/** The DID of a site by the method did:web: its host, with the port escaped. */
export function didWebIdentifierOfSite(publicUrl: string): string {
  return `did:web:${new URL(publicUrl).host.replace(':', '%3A')}`
}

/** Writes the bits of a status list, the first one leftmost. */
export function encodeStatusListBits(indexes: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(credentialStatusListLength / 8)
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (128 >> (index & 7))
  return bits
}
