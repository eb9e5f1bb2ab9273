import type { RouterContextProvider } from 'react-router'
import type { FormSenderPrefill } from '#app/features/account/model.ts'
import { getSignedInMember } from '#app/features/profile/member-service.server.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'

/** The member who is signed in, to prefill a form; null for a visitor. */
export async function loadSignedInSenderPrefill(
  context: Readonly<RouterContextProvider>,
): Promise<FormSenderPrefill | null> {
  const actor = await context.get(actorContext)()
  const member = actor && (await getSignedInMember(context.get(platformContext), actor))
  return member && { name: member.name, email: member.email }
}
