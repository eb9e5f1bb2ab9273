import { siteDetails } from '#app/features/content/service.server.ts'
import { formatMonth } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailFrame, MailLines, MailLinks, MailText } from '#app/ui/mail.tsx'
import { type MonthOfVisits, statisticLabels, statisticNames, statisticsPath } from './model.ts'

interface MonthMail extends MonthOfVisits {
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
  const lines = statisticNames.map((name) => {
    const count = statistics[name].toLocaleString('en-GB')
    return `${statisticLabels[name]}: ${count} (the month before: ${before[name].toLocaleString('en-GB')})`
  })
  return {
    subject: `${businessName} in ${monthName}`,
    body: (
      <MailFrame
        title={`Your page in ${monthName}`}
        preview={`How often ${businessName} was seen and found.`}
        reason={`You're getting this email because ${businessName} is listed at Muster. It comes once a month, when somebody has seen your page or found it.`}
        sender={siteDetails}
      >
        <MailText>This is what visitors to Muster did with the page of {businessName}.</MailText>
        <MailLines lines={lines} />
        <MailButton to={publicUrl + statisticsPath}>See your statistics</MailButton>
        <MailLinks
          links={[
            { to: stopLink, label: 'Stop this email', text: 'One press, without signing in. You can start it again.' },
          ]}
        />
      </MailFrame>
    ),
  }
}
