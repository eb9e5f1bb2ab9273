import { data } from 'react-router'
import { monthlyVisitsMailSwitchToasts, ownVisitStatisticsPath } from '#app/features/visits/model.ts'
import { switchOwnMonthlyVisitsMail } from '#app/features/visits/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

/** Handles the form of an owner's statistics. */
export const handleMonthlyVisitsMailForm = makeHandlerOfForms([
  defineForm({
    name: 'monthly-email',
    failed: monthlyVisitsMailSwitchToasts.mailNotSwitched,
    handle: async ({ platform, actor }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await switchOwnMonthlyVisitsMail(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(
        ownVisitStatisticsPath,
        isOn ? monthlyVisitsMailSwitchToasts.mailOn : monthlyVisitsMailSwitchToasts.mailOff,
      )
    },
  }),
])
