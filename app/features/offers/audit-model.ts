/** What the audit log says of what happens here. */
export const auditSentences = {
  'offer.codes-added': "{actor} added codes for a partner's offer",
  'offer.codes-removed': "{actor} removed unused codes of a partner's offer",
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    offers: keyof typeof auditSentences
  }
}
