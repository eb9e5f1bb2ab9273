import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { StaffPartnerOfferSections } from '#app/features/offers/components/offers-list.tsx'
import { partnerCodesNotChangedToast } from '#app/features/offers/model.ts'
import { canChangePartnerCodes } from '#app/features/offers/policy.server.ts'
import { getPartnerOffersForStaff } from '#app/features/offers/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/offers.ts'
import { handleAdminPartnerOffersForm } from './offers.actions.server.ts'
import { requireAdminForPage, requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  return {
    offers: await getPartnerOffersForStaff(context.get(platformContext), actor),
    isAdmin: canChangePartnerCodes(actor),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdminForPage(request, context)
  return handleAdminPartnerOffersForm({ platform: context.get(platformContext), actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, partnerCodesNotChangedToast)

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
        {actionData?.form === 'remove-codes' && <FormAnswerNotice answer={actionData} />}
        <StaffPartnerOfferSections offers={offers} isAdmin={isAdmin} answer={actionData} />
      </div>
    </>
  )
}
