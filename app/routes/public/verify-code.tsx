import { data, href, redirect } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import {
  VerifyCredentialAnswerPage,
  VerifyCredentialFormPage,
} from '#app/features/credentials/components/verify-screen.tsx'
import { credentialCodeProblemMessages, tooManyUnknownCredentialCodesMessage } from '#app/features/credentials/model.ts'
import { lookUpCredentialCode } from '#app/features/credentials/service.server.ts'
import { WhatWeCheckedPanel } from '#app/features/verification/components/what-we-checked.tsx'
import { describeBusinessChecks, getBusinessChecks } from '#app/features/verification/facts/checks-service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageCacheTagsContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/verify-code.ts'

export const handle: RouteHandle = { cacheable: { claimsVerification: true } }

/** The answer to a code as it is now. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const tags = context.get(pageCacheTagsContext)
  const { clientIp } = context.get(requestContext)
  const platform = context.get(platformContext)
  const found = await lookUpCredentialCode(platform, params.code, tags ? null : clientIp)
  const typed = params.code.slice(0, 100)
  if (found.outcome === 'limited') {
    const headers = { 'Retry-After': String(found.minutes * 60) }
    return data(
      { typed, problem: tooManyUnknownCredentialCodesMessage(found.minutes), answer: null, checked: null, email: '' },
      { status: 429, headers },
    )
  }
  if (found.outcome === 'problem') {
    return data(
      { typed, problem: credentialCodeProblemMessages[found.problem], answer: null, checked: null, email: '' },
      { status: 404 },
    )
  }
  const { answer } = found
  const canonical = answer.code.toLowerCase()
  if (params.code !== canonical) throw redirect(href('/verify/:code', { code: canonical }), 301)
  for (const tag of found.tags) tags?.add(tag)
  const checks = answer.verified && (await getBusinessChecks(platform, null, answer.verified.slug))
  if (checks?.changesAt) tags?.add(`until:${checks.changesAt.getTime()}`)
  const checked = checks && describeBusinessChecks(checks)
  return data({ typed, problem: null, answer, checked, email: siteDetails.mailboxes.verification })
}

/** No browser shows an answer again without asking. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const retryAfter = loaderHeaders.get('Retry-After')
  return { 'Cache-Control': 'private, no-cache', ...(retryAfter && { 'Retry-After': retryAfter }) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { answer } = loaderData ?? {}
  const title = !answer
    ? 'Check a code'
    : answer.verified
      ? `${answer.verified.name} is verified`
      : 'No longer verified'
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function VerifyCode({ loaderData: { typed, problem, answer, checked, email } }: Route.ComponentProps) {
  if (!answer) return <VerifyCredentialFormPage typed={typed} problem={problem} />
  return (
    <VerifyCredentialAnswerPage
      answer={answer}
      checked={checked && <WhatWeCheckedPanel {...checked} />}
      email={email}
    />
  )
}
