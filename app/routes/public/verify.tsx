import { href, redirect } from 'react-router'
import { codeInPath, parseCode } from '#app/features/credentials/codes.ts'
import { VerifyScreen } from '#app/features/credentials/components/verify-screen.tsx'
import { codeMessages, codeParameter } from '#app/features/credentials/model.ts'
import { requestPath } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/verify.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: { personal: [codeParameter] } }

/** Asks for a code, and leads a code that can be one to its own address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const typed = new URL(requestPath(request.url), publicUrl).searchParams.get(codeParameter)
  if (typed === null) return { typed: '', problem: null, publicUrl }
  const read = parseCode(typed)
  if ('stored' in read) throw redirect(href('/verify/:code', { code: codeInPath(read.stored) }))
  return { typed, problem: codeMessages[read.problem], publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return plainPageMeta(href('/verify'), {
    title: 'Check a code',
    description: 'Enter the code from a badge, sticker or certificate to see whether the business is verified now.',
    publicUrl: loaderData?.publicUrl,
  })
}

export default function Verify({ loaderData: { typed, problem } }: Route.ComponentProps) {
  return <VerifyScreen typed={typed} problem={problem} />
}
