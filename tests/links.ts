import { deriveEmailLinkToken, type EmailLinkPurpose } from '#app/features/account/token-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** The token in the link of an email, from the token id in its job. */
export function tokenInLink({ secret }: Platform, purpose: EmailLinkPurpose, tokenId: string): string {
  return deriveEmailLinkToken(secret, purpose, tokenId)
}
