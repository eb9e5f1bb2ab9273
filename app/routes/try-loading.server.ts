import type { RouterContextProvider } from 'react-router'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { ActionNotAllowedError, SignInRequiredError } from '#app/platform/.server/security/actor.ts'

/**
 * Loads what a page shows; null where that fails, which is logged as `failure` says, so that the page tells it in its own words.
 * Redirects, responses, and errors that say who may see something, pass through.
 */
export async function tryLoadingPageData<Loaded>(
  context: Readonly<RouterContextProvider>,
  failure: string,
  load: () => Promise<Loaded>,
): Promise<Loaded | null> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof SignInRequiredError || error instanceof ActionNotAllowedError)
      throw error
    context.get(platformContext).log.error({ requestId: context.get(requestContext).id, error }, failure)
    return null
  }
}
