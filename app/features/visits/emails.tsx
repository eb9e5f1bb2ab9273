import { siteDetails } from '#app/features/content/service.server.ts'
import { formatMonth } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLines, MailLinks, MailText } from '#app/ui/mail.tsx'
import {
  type MonthlyVisitsMailStatistics,
  ownVisitStatisticsPath,
  visitStatisticLabels,
  visitStatisticNames,
} from './model.ts'

interface MonthMail extends MonthlyVisitsMailStatistics {
  businessName: string
  publicUrl: string
  stopLink: string
}

/** To an owner: what the page of their business brought in a month. */
export function monthlyVisitsMail({
  businessName,
  month,
  statistics,
  before,
  publicUrl,
  stopLink,
}: MonthMail): MailContent {
  const monthName = formatMonth(new Date(`${month}T12:00:00Z`))
  const lines = visitStatisticNames.map((name) => {
    const count = statistics[name].toLocaleString('en-GB')
    return `${visitStatisticLabels[name]}: ${count} (the month before: ${before[name].toLocaleString('en-GB')})`
  })
  return {
    subject: `${businessName} in ${monthName}`,
    body: (
      <MailLayout
        title={`Your page in ${monthName}`}
        preview={`How often people viewed and found ${businessName}.`}
        reason={`You're getting this email because ${businessName} is listed at Muster. We send it once a month, if anyone has viewed or found your page.`}
        sender={siteDetails}
      >
        <MailText>This is how visitors to Muster used the page of {businessName}.</MailText>
        <MailLines lines={lines} />
        <MailButton to={publicUrl + ownVisitStatisticsPath}>See your statistics</MailButton>
        <MailLinks
          links={[
            {
              to: stopLink,
              label: 'Stop this email',
              text: 'You do not need to log in. You can switch it on again at any time.',
            },
          ]}
        />
      </MailLayout>
    ),
  }
}
