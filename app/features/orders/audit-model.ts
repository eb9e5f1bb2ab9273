/** What the audit log says of what happens here. */
export const auditSentences = {
  'order.print-retried': '{actor} sent {subject} to the printer again',
  'order.refund-asked': '{actor} requested a refund of {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    orders: keyof typeof auditSentences
  }
}
