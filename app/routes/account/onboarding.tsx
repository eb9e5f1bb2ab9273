import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/onboarding.ts'
import { followConfirmation } from './confirmation.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const followed = await followConfirmation(request, context)
  if (followed) throw followed
  await requireSignIn(request, context)
  return null
}

export function meta() {
  return [{ title: 'Welcome – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Onboarding() {
  return (
    <div className="wrap section">
      <h1>Welcome to Muster</h1>
    </div>
  )
}
