import { type TokenPurpose, tokenOf } from '#app/features/account/token-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** The token in the link of an email, from the token id in its job. */
export function tokenInLink({ secret }: Platform, purpose: TokenPurpose, tokenId: string): string {
  return tokenOf(secret, purpose, tokenId)
}
