import { href } from 'react-router'
import { explainAccountForm } from '#app/features/account/model.ts'
import { reportComplaintSchema, reportSchema } from '#app/features/reports/form-schema.ts'
import { reportMessages, tooManyReports } from '#app/features/reports/model.ts'
import { complain, type Reporter, type SubjectName, sendReport } from '#app/features/reports/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  reporter: Reporter
  asked: SubjectName
}

const reportForm = defineForm({
  name: 'report',
  schema: reportSchema,
  explain: explainAccountForm,
  failed: reportMessages.notSent,
  handle: async ({ platform, reporter, asked }: Sent, form, refuse) => {
    const result = await sendReport(platform, reporter, asked, form)
    switch (result.outcome) {
      case 'done': {
        const { slug } = asked
        const page = asked.type === 'business' ? href('/business/:slug', { slug }) : href('/podcasts/:slug', { slug })
        return redirectWithFlash(page, reportMessages.sent)
      }
      case 'not-found':
        return refuse(reportMessages.gone, { status: 404 })
      case 'limited': {
        const description = tooManyReports(result.minutes)
        return refuse({ ...reportMessages.notSent, description }, { status: 429 })
      }
    }
  },
})

/** Handles the form of /report. */
export const handleReportForm = handleForms([reportForm])

const complaintForm = defineForm({
  name: 'report-complaint',
  schema: reportComplaintSchema,
  explain: explainAccountForm,
  failed: reportMessages.notSent,
  handle: async (
    { platform, token, ...sender }: Reporter & { platform: Platform; token: string },
    { words },
    refuse,
  ) => {
    const result = await complain(platform, sender, token, words)
    const page = `${href('/report/answer')}?${new URLSearchParams({ token })}`
    switch (result.outcome) {
      case 'done':
        return redirectWithFlash(page, reportMessages.complained)
      case 'again':
        return redirectWithFlash(page, reportMessages.again)
      case 'late':
        return redirectWithFlash(page, reportMessages.late)
      case 'not-found':
        return redirectWithFlash(page, reportMessages.notSent)
      case 'limited':
        return refuse({ ...reportMessages.notSent, description: tooManyReports(result.minutes) }, { status: 429 })
    }
  },
})

/** Handles the form behind the link of an answer. */
export const handleComplaintForm = handleForms([complaintForm])
