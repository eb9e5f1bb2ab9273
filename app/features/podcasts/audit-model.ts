/** What the audit log says of what happens here. */
export const auditSentences = {
  'podcast.activated': '{actor} made {subject} visible to everyone',
  'podcast.created': '{actor} created {subject}',
  'podcast.deactivated': '{actor} hid {subject}',
  'podcast.decided-alone': '{actor} decided about {subject}, as nobody else on the staff could',
  'podcast.updated': '{actor} changed {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    podcasts: keyof typeof auditSentences
  }
}
