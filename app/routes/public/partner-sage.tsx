import { href } from 'react-router'
import { SagePartnerPage } from '#app/features/content/components/sage-screen.tsx'
import { sagePartnerContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/partner-sage.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  return { page: sagePartnerContent, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title = '', description = '' } = loaderData?.page.offer ?? loaderData?.page ?? {}
  return plainPageMeta(href('/partners/sage'), { title, description, publicUrl: loaderData?.publicUrl })
}

export default function PartnerSage({ loaderData }: Route.ComponentProps) {
  return <SagePartnerPage page={loaderData.page} />
}
