/** What the audit log says of what happens here. */
export const auditSentences = {
  'complaint.answered': '{actor} answered {subject}',
  'enquiry.decided-alone': '{actor} decided about {subject}, as nobody else on the staff could',
  'enquiry.handled': '{actor} marked {subject} as handled',
  'enquiry.reopened': '{actor} marked {subject} as waiting',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    contact: keyof typeof auditSentences
  }
}
