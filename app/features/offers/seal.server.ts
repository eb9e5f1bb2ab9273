import type { Vault } from '#app/platform/.server/security/vault.ts'

const contextOf = (id: string) => `partner_codes.code:${id}`

export function sealPartnerCode(vault: Vault, id: string, code: string): string {
  return vault.sealText(code, contextOf(id))
}

/** @throws VaultError */
export function openSealedPartnerCode(vault: Vault, id: string, sealed: string): string {
  return vault.openText(sealed, contextOf(id))
}
