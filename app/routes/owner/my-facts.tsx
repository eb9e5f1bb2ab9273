import { href, redirect } from 'react-router'
import { OwnFactConfirmationsPage } from '#app/features/verification/components/own-facts.tsx'
import { ownFactConfirmationToasts } from '#app/features/verification/facts/model.ts'
import { getOwnConfirmableBusinessFacts } from '#app/features/verification/facts/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-facts.ts'
import { handleOwnBusinessFactForm } from './my-facts.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const found = await getOwnConfirmableBusinessFacts(platform, actor)
  // That page says that there is no business.
  if (!found) throw redirect(href('/my-business'))
  return { ...found, evidenceDays: platform.verificationTerms.evidenceDays }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleOwnBusinessFactForm({ platform: context.get(platformContext), actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, {
    'ask-fact': ownFactConfirmationToasts.notAsked,
    'withdraw-fact': ownFactConfirmationToasts.withdrawFailed,
  })

export function meta() {
  return [{ title: 'Facts we can confirm – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function MyFacts({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnFactConfirmationsPage {...loaderData} answer={actionData} />
}
