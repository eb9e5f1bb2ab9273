import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { ownVisitStatisticsPath } from '../model.ts'

const statisticsLink = { label: 'Your statistics', to: ownVisitStatisticsPath }

/** Stops the monthly email of whoever has the link; null for a link that does not work. */
export function StopMonthlyVisitsMailPage({
  choice,
  answer,
}: {
  choice: { isOn: boolean } | null
  answer: FormRefusal | undefined
}) {
  if (!choice) {
    return (
      <MessagePage title="This link no longer works" links={[statisticsLink]}>
        <p>The link is incomplete, or the account is gone. You can switch the email off on your statistics page.</p>
      </MessagePage>
    )
  }
  if (!choice.isOn) {
    return (
      <MessagePage title="Monthly email" links={[statisticsLink]}>
        <p role="status">We will not send you this email again. You can switch it on again on your statistics page.</p>
      </MessagePage>
    )
  }
  return (
    <MessagePage title="Monthly email" links={[]}>
      <p>Once a month we email you how often people viewed and found your business's page.</p>
      <FormAnswerNotice answer={answer} />
      <div className="mt-8">
        <ButtonForm name="stop-email" submit="Stop this email" busy="Stopping..." />
      </div>
    </MessagePage>
  )
}
