/** What the audit log says of what happens here. */
export const auditSentences = {
  'profile.decided-alone': '{actor} decided about {subject}, as nobody else on the staff could',
  'profile.reinstated': '{actor} reinstated {subject}',
  'profile.role.granted': '{actor} changed the role of {subject}',
  'profile.suspended': '{actor} suspended {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    profile: keyof typeof auditSentences
  }
}
