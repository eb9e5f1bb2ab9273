import { data } from 'react-router'
import { statisticsPath, visitMessages } from '#app/features/visits/model.ts'
import { switchMonthlyMail } from '#app/features/visits/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
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
    failed: visitMessages.mailNotSwitched,
    handle: async ({ platform, actor }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await switchMonthlyMail(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(statisticsPath, isOn ? visitMessages.mailOn : visitMessages.mailOff)
    },
  }),
])
