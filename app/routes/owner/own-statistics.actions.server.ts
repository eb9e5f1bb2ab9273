import { data } from 'react-router'
import { insightMessages, statisticsPath } from '#app/features/insight/schema.ts'
import { switchMonthlyMail } from '#app/features/insight/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

/** Handles the form of an owner's statistics. */
export const handleStatisticsForm = handleForms([
  defineForm({
    name: 'monthly-email',
    failed: insightMessages.mailNotSwitched,
    handle: async ({ platform, actor }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await switchMonthlyMail(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(statisticsPath, isOn ? insightMessages.mailOn : insightMessages.mailOff)
    },
  }),
])
