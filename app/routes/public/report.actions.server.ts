import { href } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { contentReportSchema, reportComplaintSchema } from '#app/features/reports/form-schema.ts'
import { reportToasts, tooManyReportsMessage } from '#app/features/reports/model.ts'
import {
  type ContentReporter,
  complainAboutReportAnswer,
  type ReportSubjectReference,
  submitContentReport,
} from '#app/features/reports/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  reporter: ContentReporter
  asked: ReportSubjectReference
}

const reportForm = defineForm({
  name: 'report',
  schema: contentReportSchema,
  explain: accountFormProblemToast,
  failed: reportToasts.notSent,
  handle: async ({ platform, reporter, asked }: Sent, form, refuse) => {
    const result = await submitContentReport(platform, reporter, asked, form)
    switch (result.outcome) {
      case 'done': {
        const { slug } = asked
        const page = asked.type === 'business' ? href('/business/:slug', { slug }) : href('/podcasts/:slug', { slug })
        return redirectWithFlash(page, reportToasts.sent)
      }
      case 'not-found':
        return refuse(reportToasts.gone, { status: 404 })
      case 'limited': {
        const description = tooManyReportsMessage(result.minutes)
        return refuse({ ...reportToasts.notSent, description }, { status: 429 })
      }
    }
  },
})

/** Handles the form of /report. */
export const handleReportForm = makeHandlerOfForms([reportForm])

const complaintForm = defineForm({
  name: 'report-complaint',
  schema: reportComplaintSchema,
  explain: accountFormProblemToast,
  failed: reportToasts.notSent,
  handle: async (
    { platform, token, ...sender }: ContentReporter & { platform: Platform; token: string },
    { words },
    refuse,
  ) => {
    const result = await complainAboutReportAnswer(platform, sender, token, words)
    const page = `${href('/report/answer')}?${new URLSearchParams({ token })}`
    switch (result.outcome) {
      case 'done':
        return redirectWithFlash(page, reportToasts.complained)
      case 'again':
        return redirectWithFlash(page, reportToasts.again)
      case 'late':
        return redirectWithFlash(page, reportToasts.late)
      case 'not-found':
        return redirectWithFlash(page, reportToasts.notSent)
      case 'limited':
        return refuse({ ...reportToasts.notSent, description: tooManyReportsMessage(result.minutes) }, { status: 429 })
    }
  },
})

/** Handles the form behind the link of an answer. */
export const handleReportComplaintForm = makeHandlerOfForms([complaintForm])
