/** Each action that the audit log records, as a sentence. An action without a sentence does not compile. */
export const auditSentences = {
  'account.address.changed': '{actor} changed their sign-in address',
  'account.deleted': '{actor} deleted their account',
  'account.password.changed': '{actor} changed their password',
  'account.recovery-codes.renewed': '{actor} made new recovery codes',
  'account.two-factor.disabled': '{actor} turned off two-factor sign-in',
  'account.two-factor.enabled': '{actor} turned on two-factor sign-in',
  'account.two-factor.removed': '{actor} removed two-factor sign-in from the account of {subject}',
  'audit.exported': '{actor} downloaded the audit log',
  'business.activated': '{actor} made {subject} visible in the directory',
  'business.created': '{actor} created {subject}',
  'business.deactivated': '{actor} hid {subject} from the directory',
  'business.handed-on': '{actor} took on the listing of {subject}',
  'business.handover.asked': '{actor} invited somebody to take on {subject}',
  'business.handover.withdrawn': '{actor} withdrew the invitation to take on {subject}',
  'business.taken-on': '{actor} became the owner of {subject}',
  'enquiry.handled': '{actor} marked {subject} as handled',
  'enquiry.reopened': '{actor} marked {subject} as waiting',
  'fact.confirmed': '{actor} confirmed a fact about {subject}',
  'fact.declined': '{actor} did not confirm a fact about {subject}',
  'job.retried': '{actor} retried {subject}',
  'order.print-retried': '{actor} sent {subject} to the printer again',
  'order.refund-asked': '{actor} requested a refund of {subject}',
  'podcast.activated': '{actor} made {subject} visible to everyone',
  'podcast.created': '{actor} created {subject}',
  'podcast.deactivated': '{actor} hid {subject}',
  'podcast.updated': '{actor} changed {subject}',
  'profile.reinstated': '{actor} reinstated {subject}',
  'profile.role.granted': '{actor} changed the role of {subject}',
  'profile.suspended': '{actor} suspended {subject}',
  'verification.appealed': '{actor} appealed the decision on the verification of {subject}',
  'verification.approved': '{actor} approved the verification of {subject}',
  'verification.claimed': '{actor} started to review the verification of {subject}',
  'verification.confirmed': '{actor} confirmed the verification of {subject}',
  'verification.decided-alone':
    '{actor} decided again on the verification of {subject}, as nobody else on the staff could',
  'verification.document.read': '{actor} opened a document of {subject}',
  'verification.documents.deleted': '{actor} deleted the documents of {subject}',
  'verification.end.allowed': '{actor} allowed the verification of {subject} to end',
  'verification.more-needed': '{actor} asked {subject} for more evidence',
  'verification.rejected': '{actor} rejected the verification of {subject}',
  'verification.released': '{actor} returned the verification of {subject} to the queue',
  'verification.reopened': '{actor} reopened the verification of {subject}',
  'verification.revoked': '{actor} revoked the verification of {subject}',
  'verification.service-number.read': '{actor} opened the service number of {subject}',
  'verification.status.changed': '{actor} changed the status of the verification of {subject}',
  'verification.undone': '{actor} undid their decision on the verification of {subject}',
} as const

export type AuditAction = keyof typeof auditSentences

/** The sentence of an action; null for one that only an earlier release recorded. */
export function auditSentenceOf(action: string): string | null {
  return Object.hasOwn(auditSentences, action) ? auditSentences[action as AuditAction] : null
}
