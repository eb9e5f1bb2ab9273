/** What the audit log says of what happens here. */
export const auditSentences = {
  'account.deleted': '{actor} deleted their account',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    privacy: keyof typeof auditSentences
  }
}
