import { data } from 'react-router'
import { monthlyVisitsMailSwitchToasts, ownVisitStatisticsPath } from '#app/features/visits/model.ts'
import { switchMonthlyVisitsMail } from '#app/features/visits/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

/** Handles the form of an owner's statistics. */
export const handleMonthlyVisitsMailForm = handleForms([
  defineForm({
    name: 'monthly-email',
    failed: monthlyVisitsMailSwitchToasts.mailNotSwitched,
    handle: async ({ platform, actor }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await switchMonthlyVisitsMail(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(
        ownVisitStatisticsPath,
        isOn ? monthlyVisitsMailSwitchToasts.mailOn : monthlyVisitsMailSwitchToasts.mailOff,
      )
    },
  }),
])
