import { type TokenPurpose, tokenOf } from '#app/features/account/tokens.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** The token in the link that a mail would bring, for the token id its job is told. */
export function tokenInLink({ secret }: Platform, purpose: TokenPurpose, tokenId: string): string {
  return tokenOf(secret, purpose, tokenId)
}
