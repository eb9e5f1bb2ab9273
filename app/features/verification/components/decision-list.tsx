import { formatDateTime } from '#app/lib/dates.ts'
import { seenByOneReviewerLabel, staffLabelOfVerificationBasis } from '../basis-rules.ts'
import { formatVerificationDecision } from '../decisions/model.ts'
import type { StaffVerificationDecisionView } from '../model.ts'
import { verificationRejectionReasonLabel } from '../rules.ts'
import './case.css'

/** Earlier decisions about a member. */
export function VerificationDecisionList({ decisions }: { decisions: StaffVerificationDecisionView[] }) {
  if (decisions.length === 0) return null
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">Earlier decisions</h2>
      <ol className="decision-list">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <p>
              <strong>{formatVerificationDecision(decision)}</strong>
            </p>
            <p className="muted">{formatDateTime(decision.decidedAt)}</p>
            {decision.basis && (
              <p>
                {staffLabelOfVerificationBasis(decision.basis)}
                {decision.isSeenByOne && `, ${seenByOneReviewerLabel}`}
              </p>
            )}
            {decision.isDecidedAlone && !decision.isSeenByOne && (
              <p>They had a part in it, and nobody else on the staff could decide it.</p>
            )}
            {decision.reason && <p>{verificationRejectionReasonLabel(decision.reason)}</p>}
            {decision.words && <p className="prose-lines case-words">{decision.words}</p>}
            {decision.reply && (
              <>
                <p>
                  <strong>{decision.decision === 'appealed' ? 'The member wrote' : 'The member answered'}</strong>
                </p>
                <p className="prose-lines case-words">{decision.reply}</p>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
