import { data } from 'react-router'
import { NoBusinessFound } from '#app/features/businesses/components/my-business.tsx'
import { OwnFacts } from '#app/features/verification/components/own-facts.tsx'
import { getOwnFacts } from '#app/features/verification/facts/service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-facts.ts'
import { handleOwnFactForm } from './my-facts.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const found = await getOwnFacts(platform, actor)
  if (!found) return data({ found: null }, { status: 404 })
  const { evidenceDays } = platform.verificationTerms
  return data({ found: { name: found.business.name, facts: found.facts, evidenceDays } })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleOwnFactForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args)

export function meta() {
  return [{ title: 'Facts to confirm – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function MyFacts({ loaderData: { found }, actionData }: Route.ComponentProps) {
  return found ? <OwnFacts {...found} answer={actionData} /> : <NoBusinessFound />
}
