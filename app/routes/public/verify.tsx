import { href, redirect } from 'react-router'
import { credentialCodeInPath, parseCredentialCode } from '#app/features/credentials/codes.ts'
import { VerifyCredentialFormPage } from '#app/features/credentials/components/verify-screen.tsx'
import { credentialCodeParameter, credentialCodeProblemMessages } from '#app/features/credentials/model.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/verify.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: { personal: [credentialCodeParameter] } }

/** Asks for a code, and leads a code that can be one to its own address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const typed = new URL(requestPathInBrowser(request.url), publicUrl).searchParams.get(credentialCodeParameter)
  if (typed === null) return { typed: '', problem: null, publicUrl }
  const read = parseCredentialCode(typed)
  if ('stored' in read) throw redirect(href('/verify/:code', { code: credentialCodeInPath(read.stored) }))
  return { typed, problem: credentialCodeProblemMessages[read.problem], publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return plainPageMeta(href('/verify'), {
    title: 'Check a code',
    description: 'Enter the code from a badge, sticker or certificate to see whether the business is verified now.',
    publicUrl: loaderData?.publicUrl,
  })
}

export default function Verify({ loaderData: { typed, problem } }: Route.ComponentProps) {
  return <VerifyCredentialFormPage typed={typed} problem={problem} />
}
