import { VerificationExplainer } from '#app/features/content/components/verification-explainer.tsx'
import { siteDetails } from '#app/features/content/service.server.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/verification.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { email: siteDetails.email, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Verification',
    description:
      'How Muster checks that a business is owned by a veteran or their family. Verification and listing are free.',
    canonical: `${loaderData?.publicUrl ?? ''}/verification`,
    picture: {
      url: `${loaderData?.publicUrl ?? ''}/picture.png`,
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
  })
}

export default function Verification({ loaderData }: Route.ComponentProps) {
  return <VerificationExplainer email={loaderData.email} />
}
