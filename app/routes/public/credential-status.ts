import { data } from 'react-router'
import {
  credentialStatusListValiditySeconds,
  credentialStatusPurposes,
} from '#app/features/credentials/signing/rules.ts'
import { signCredentialStatusList } from '#app/features/credentials/signing/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/credential-status.ts'

export const handle: RouteHandle = { cacheable: { claimsVerification: true } }

/** A status list of signed credentials, itself one. Kept by its time alone, as every change of a listing would drop it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const purpose = credentialStatusPurposes.find((each) => each === params.purpose)
  const list = /^[1-9]\d{0,5}$/.test(params.list) ? Number(params.list) : null
  const signed =
    purpose && list !== null ? await signCredentialStatusList(context.get(platformContext), list, purpose) : null
  if (!signed) throw data(null, { status: 404 })
  return new Response(signed, {
    headers: {
      'Content-Type': 'application/vc+jwt',
      'Cache-Control': `public, max-age=${credentialStatusListValiditySeconds}`,
      Age: '0',
      'Access-Control-Allow-Origin': '*',
    },
  })
}
