import { href, redirect } from 'react-router'
import { OwnFacts } from '#app/features/verification/components/own-facts.tsx'
import { factMessages } from '#app/features/verification/facts/model.ts'
import { getOwnFacts } from '#app/features/verification/facts/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-facts.ts'
import { handleOwnFactForm } from './my-facts.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const found = await getOwnFacts(platform, actor)
  // That page says that there is no business.
  if (!found) throw redirect(href('/my-business'))
  return { ...found, evidenceDays: platform.verificationTerms.evidenceDays }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleOwnFactForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, { 'ask-fact': factMessages.notAsked, 'withdraw-fact': factMessages.withdrawFailed })

export function meta() {
  return [{ title: 'Facts we can confirm – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function MyFacts({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnFacts {...loaderData} answer={actionData} />
}
