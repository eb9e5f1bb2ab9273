import type { Vault } from '#app/platform/.server/security/vault.ts'

// Where each sealed thing belongs: what was sealed for one row does not open in another.
const numberOf = (profileId: string) => `verifications.service_number:${profileId}`
const fileNameOf = (documentId: string) => `verification_documents.file_name:${documentId}`

/** What every sealed text begins with; a number kept before there was a vault does not. */
const sealMark = 'muster1:'

/** Seals a service number for the row of its member. */
export function sealMilitaryServiceNumber(vault: Vault, profileId: string, number: string): string {
  return vault.sealText(number, numberOf(profileId))
}

/**
 * Opens a service number. One that was never sealed is given as it is: the daily maintenance encrypts it.
 * @throws VaultError
 */
export function openSealedMilitaryServiceNumber(vault: Vault, profileId: string, kept: string): string {
  return kept.startsWith(sealMark) ? vault.openText(kept, numberOf(profileId)) : kept
}

/** Seals what a document was called where it came from. */
export function sealDocumentFileName(vault: Vault, documentId: string, name: string): string {
  return vault.sealText(name, fileNameOf(documentId))
}

/** @throws VaultError */
export function openSealedDocumentFileName(vault: Vault, documentId: string, sealed: string): string {
  return vault.openText(sealed, fileNameOf(documentId))
}
