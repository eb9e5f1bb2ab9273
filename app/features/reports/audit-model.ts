/** What the audit log says of what happens here. */
export const auditSentences = {
  'report.appealed': '{actor} appealed the decision on {subject}',
  'report.complained': 'Someone complained about the decision on {subject}',
  'report.confirmed': '{actor} confirmed the decision on {subject}',
  'report.decided-alone': '{actor} decided on {subject}, as nobody else on the staff could',
  'report.dismissed': '{actor} took no action on {subject}',
  'report.overturned': '{actor} overturned the decision on {subject}',
  'report.upheld': '{actor} upheld {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    reports: keyof typeof auditSentences
  }
}
