import { data, type RouterContextProvider } from 'react-router'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { ToastMessage } from '#app/ui/toast.tsx'
import { redirectWithFlash } from './flash-redirect.ts'
import { readForm } from './parse-form.server.ts'

interface VisibilityForm<Standing> {
  actor: Actor
  /** Shows it or hides it; null where there is none. */
  change: (platform: Platform, actor: Actor, isActive: boolean, form: FormData) => Promise<Standing | null>
  say: (status: Standing) => ToastMessage
  /** What is said where nothing came of it. */
  failed: ToastMessage
  /** For the log. */
  failure: string
  /** The page a form without a script goes on to. */
  backTo: (form: FormData) => string
}

/** Answers the switch that shows something to everyone or hides it: a script in JSON, and a form with a page. */
export async function answerVisibility<Standing>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { actor, change, say, failed, failure, backTo }: VisibilityForm<Standing>,
): Promise<Response> {
  const platform = context.get(platformContext)
  const form = await readForm(request)
  const wish = form.get('isActive')
  if (wish !== 'true' && wish !== 'false') throw data(null, { status: 400 })
  const toast = await change(platform, actor, wish === 'true', form).then(
    (status) => (status === null ? failed : say(status)),
    (error: unknown) => {
      platform.log.error({ error }, failure)
      return failed
    },
  )
  if (request.headers.get('Accept') === 'application/json') {
    return Response.json({ toast }, { status: toast.bad ? 503 : 200 })
  }
  return redirectWithFlash(backTo(form), toast)
}
