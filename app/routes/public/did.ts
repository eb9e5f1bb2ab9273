import { getDidDocument } from '#app/features/credentials/signing/keys-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/did.ts'

/** The public keys of signed credentials, by the method did:web. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await getDidDocument(context.get(platformContext)), {
    headers: {
      'Content-Type': 'application/did+json',
      // Short, so that nobody misses a new key for long.
      'Cache-Control': 'public, max-age=60',
      'Access-Control-Allow-Origin': '*',
    },
  })
}
