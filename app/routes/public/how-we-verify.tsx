import { siteDetails } from '#app/features/content/service.server.ts'
import { howWeVerifyPath } from '#app/features/verification/claim-rules.ts'
import { HowWeVerifyArticle } from '#app/features/verification/components/how-we-verify.tsx'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/how-we-verify.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  const { verificationTerms } = context.get(platformContext)
  return {
    terms: verificationTerms,
    email: siteDetails.mailboxes.verification,
    publicUrl: context.get(requestContext).publicUrl,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return plainPageMeta(howWeVerifyPath, {
    title: 'How we verify',
    description:
      'What Muster checks before it lists a business, who checks it and how often, what is not checked, and how to report a doubt.',
    publicUrl: loaderData?.publicUrl,
  })
}

export default function HowWeVerifyPage({ loaderData: { terms, email } }: Route.ComponentProps) {
  return <HowWeVerifyArticle terms={terms} email={email} />
}
