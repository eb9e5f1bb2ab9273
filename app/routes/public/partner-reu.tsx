import { href } from 'react-router'
import { ReuPartnerPage } from '#app/features/content/components/reu-screen.tsx'
import { reuPartnerContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/partner-reu.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: {} }

export function loader({ context }: Route.LoaderArgs) {
  return { page: reuPartnerContent, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title = '', description = '' } = loaderData?.page ?? {}
  return plainPageMeta(href('/partners/reu'), { title, description, publicUrl: loaderData?.publicUrl })
}

export default function PartnerReu({ loaderData }: Route.ComponentProps) {
  return <ReuPartnerPage page={loaderData.page} />
}
