/** What the audit log says of what happens here. */
export const auditSentences = {
  'fact.confirmed': '{actor} confirmed a fact about {subject}',
  'fact.declined': '{actor} did not confirm a fact about {subject}',
  'verification.appealed': '{actor} appealed the decision on the verification of {subject}',
  'verification.approved': '{actor} approved the verification of {subject}',
  'verification.claimed': '{actor} started to review the verification of {subject}',
  'verification.confirmed': '{actor} confirmed the verification of {subject}',
  'verification.decided-alone': '{actor} decided on the verification of {subject}, as nobody else on the staff could',
  'verification.document.read': '{actor} opened a document of {subject}',
  'verification.documents.deleted': '{actor} deleted the documents of {subject}',
  'verification.end.allowed': '{actor} allowed the verification of {subject} to end',
  'verification.more-needed': '{actor} asked {subject} for more evidence',
  'verification.record.added': '{actor} recorded what the verification of {subject} rests on',
  'verification.record.ended': '{actor} took back what was recorded about the verification of {subject}',
  'verification.record.settled': '{actor} confirmed what the verification of {subject} rests on',
  'verification.record.settled-alone':
    '{actor} confirmed alone what the verification of {subject} rests on: seen by one member of staff',
  'verification.record.confirmed': '{actor} confirmed what someone had seen of {subject} instead of documents',
  'verification.record.confirmed-alone':
    '{actor} confirmed alone what they had seen of {subject}: seen by one member of staff',
  'verification.record.withdrawn': '{actor} took back what they had recorded about {subject}',
  'verification.record.written': '{actor} recorded what they saw of {subject} instead of documents',
  'verification.names-accepted': '{actor} accepted changed names of {subject}',
  'verification.rejected': '{actor} rejected the verification of {subject}',
  'verification.released': '{actor} returned the verification of {subject} to the queue',
  'verification.reopened': '{actor} reopened the verification of {subject}',
  'verification.revoked': '{actor} revoked the verification of {subject}',
  'verification.service-number.read': '{actor} opened the service number of {subject}',
  'verification.status.changed': '{actor} changed the status of the verification of {subject}',
  'verification.undone': '{actor} undid their decision on the verification of {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    verification: keyof typeof auditSentences
  }
}
