import { auditSentences as account } from '#app/features/account/audit-model.ts'
import { auditSentences as businesses } from '#app/features/businesses/audit-model.ts'
import { auditSentences as contact } from '#app/features/contact/audit-model.ts'
import { auditSentences as offers } from '#app/features/offers/audit-model.ts'
import { auditSentences as orders } from '#app/features/orders/audit-model.ts'
import { auditSentences as podcasts } from '#app/features/podcasts/audit-model.ts'
import { auditSentences as privacy } from '#app/features/privacy/audit-model.ts'
import { auditSentences as profile } from '#app/features/profile/audit-model.ts'
import { auditSentences as reports } from '#app/features/reports/audit-model.ts'
import { auditSentences as verification } from '#app/features/verification/audit-model.ts'
import type { AuditAction } from '#app/platform/.server/security/audit.ts'
import { auditSentences as admin } from './audit-model.ts'

const sentences: Record<AuditAction, string> = {
  ...account,
  ...profile,
  ...businesses,
  ...verification,
  ...offers,
  ...podcasts,
  ...reports,
  ...contact,
  ...orders,
  ...privacy,
  ...admin,
}

/** The sentence of an action in the audit log; null for one that only an earlier release recorded. */
export function auditActionSentenceOf(action: string): string | null {
  return Object.hasOwn(sentences, action) ? sentences[action as AuditAction] : null
}
