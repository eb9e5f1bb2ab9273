/** What the audit log says of what happens here. */
export const auditSentences = {
  'account.address.changed': '{actor} changed their login email',
  'account.password.changed': '{actor} changed their password',
  'account.recovery-codes.renewed': '{actor} made new recovery codes',
  'account.two-factor.disabled': '{actor} turned off two-factor authentication',
  'account.two-factor.enabled': '{actor} turned on two-factor authentication',
  'account.two-factor.removed': '{actor} removed two-factor authentication from the account of {subject}',
  'profile.email-cleared': '{actor} noted that emails reach {subject} again',
  'profile.email-marked': '{actor} noted that emails do not reach {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    account: keyof typeof auditSentences
  }
}
