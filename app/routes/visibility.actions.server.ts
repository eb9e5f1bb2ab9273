import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, readFormData } from './define-form.server.ts'
import { respondWithToast } from './flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  request: Request
}

interface VisibilityForm<Status> {
  /** Shows or hides it; null if there is none, 'withheld' if staff hid it after a report. */
  change: (platform: Platform, actor: Actor, isActive: boolean, form: FormData) => Promise<Status | 'withheld' | null>
  message: (status: Status) => ToastMessage
  /** The toast if nothing was changed. */
  failed: ToastMessage
  /** The page that a browser without JavaScript returns to. */
  page: (form: FormData) => string
}

const withheld: ToastMessage = {
  title: 'Not changed',
  description: 'We hid this after a report. Our email about it explains the decision and how to appeal.',
  bad: true,
  asks: 'mail',
}

/** Defines the switch that shows something to everyone or hides it. */
export function defineVisibilityForm<Status>({ change, message, failed, page }: VisibilityForm<Status>) {
  return defineForm({
    name: 'visibility',
    schema: z.object({ isActive: z.enum(['true', 'false']) }),
    failed,
    page: (_: Sent, form) => page(form),
    handle: async ({ platform, actor, request }: Sent, { isActive }, refuse, form) => {
      const status = await change(platform, actor, isActive === 'true', form)
      if (status === 'withheld') return refuse(withheld, { status: 409 })
      return status === null ? refuse(failed, { status: 404 }) : respondWithToast(request, page(form), message(status))
    },
  })
}

/** Handles such a form for a member who may send it. */
export async function handleVisibilityForm(
  form: ReturnType<typeof defineVisibilityForm>,
  request: Request,
  context: Readonly<RouterContextProvider>,
  actor: Actor,
) {
  return form.handle({ platform: context.get(platformContext), actor, request }, await readFormData(request))
}
