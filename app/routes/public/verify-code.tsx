import { data, href, redirect } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { VerifyAnswer, VerifyScreen } from '#app/features/credentials/components/verify-screen.tsx'
import { codeMessages, tooManyCodes } from '#app/features/credentials/model.ts'
import { lookUpCode } from '#app/features/credentials/service.server.ts'
import { WhatWeChecked } from '#app/features/verification/components/what-we-checked.tsx'
import { describeChecks, getChecks } from '#app/features/verification/facts/checks-service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { finishingContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/verify-code.ts'

export const handle: RouteHandle = { cacheable: { claimsVerification: true } }

/** The answer to a code as it is now. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const subjects = context.get(finishingContext)
  const { clientIp } = context.get(requestContext)
  const platform = context.get(platformContext)
  const found = await lookUpCode(platform, params.code, subjects ? null : clientIp)
  const typed = params.code.slice(0, 100)
  if (found.outcome === 'limited') {
    const headers = { 'Retry-After': String(found.minutes * 60) }
    return data(
      { typed, problem: tooManyCodes(found.minutes), answer: null, checked: null, email: '' },
      { status: 429, headers },
    )
  }
  if (found.outcome === 'problem') {
    return data(
      { typed, problem: codeMessages[found.problem], answer: null, checked: null, email: '' },
      { status: 404 },
    )
  }
  const { answer } = found
  const canonical = answer.code.toLowerCase()
  if (params.code !== canonical) throw redirect(href('/verify/:code', { code: canonical }), 301)
  for (const subject of found.subjects) subjects?.add(subject)
  const checks = answer.verified && (await getChecks(platform, null, answer.verified.slug))
  if (checks?.changesAt) subjects?.add(`until:${checks.changesAt.getTime()}`)
  const checked = checks && describeChecks(checks)
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
  if (!answer) return <VerifyScreen typed={typed} problem={problem} />
  return <VerifyAnswer answer={answer} checked={checked && <WhatWeChecked {...checked} />} email={email} />
}
