import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { Offers } from '#app/features/offers/components/offers-list.tsx'
import { codesFailed } from '#app/features/offers/model.ts'
import { canChangeCodes } from '#app/features/offers/policy.server.ts'
import { getOffers } from '#app/features/offers/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/offers.ts'
import { handleOffersForm } from './offers.actions.server.ts'
import { requireAdminPage, requireStaffPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffPage(request, context)
  return { offers: await getOffers(context.get(platformContext), actor), isAdmin: canChangeCodes(actor) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdminPage(request, context)
  return handleOffersForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, codesFailed)

export function meta() {
  return [{ title: 'Offers – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminOffers({ loaderData: { offers, isAdmin }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      <div className="wrap admin-page">
        <div className="admin-page-head">
          <h1>Offers</h1>
          <p className="lead">
            The pages of partners promise verified members a code by email. It is sent once, automatically, while there
            are codes. Codes are stored encrypted and never shown here.
          </p>
        </div>
        {actionData?.form === 'remove-codes' && <AnswerNotice answer={actionData} />}
        <Offers offers={offers} isAdmin={isAdmin} answer={actionData} />
      </div>
    </>
  )
}
