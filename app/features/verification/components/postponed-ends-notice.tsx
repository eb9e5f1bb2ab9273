import { formatLongDate } from '#app/lib/dates.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PostponedVerificationEndsSummary } from '../model.ts'

/** Tells admins that many verifications would end at once, and asks for their approval. */
export function PostponedVerificationEndsNotice({
  postponed: { count, lastEndsAt, limit },
}: {
  postponed: PostponedVerificationEndsSummary
}) {
  return (
    <Notice tone="waiting">
      <p>
        <strong>
          {count === 1 ? 'One verification ends' : `${count} verifications end`} later than announced, the last on{' '}
          {formatLongDate(lastEndsAt)}.
        </strong>{' '}
        Their members have not confirmed them, but without your approval at most {limit} end within 7 days. Approve this
        only if it is right that so many end.
      </p>
      <ButtonForm name="allow-ends" submit="Let them end as announced" busy="Saving..." kind="secondary" size="small" />
    </Notice>
  )
}
