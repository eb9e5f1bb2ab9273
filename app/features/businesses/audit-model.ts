/** What the audit log says of what happens here. */
export const auditSentences = {
  'business.activated': '{actor} made {subject} visible in the directory',
  'business.created': '{actor} created {subject}',
  'business.deactivated': '{actor} hid {subject} from the directory',
  'business.decided-alone': '{actor} decided about {subject}, as nobody else on the staff could',
  'business.handed-on': '{actor} accepted the transfer of {subject}',
  'business.handover.asked': '{actor} invited a new owner for {subject}',
  'business.handover.withdrawn': '{actor} withdrew the invitation to a new owner for {subject}',
  'business.picture-removed': '{actor} removed a picture of {subject}',
  'business.taken-on': '{actor} became the owner of {subject}',
} as const

declare module '#app/platform/.server/security/audit.ts' {
  interface AuditActionsByFeature {
    businesses: keyof typeof auditSentences
  }
}
