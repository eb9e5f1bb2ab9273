import { data, href } from 'react-router'
import { EditOwnBusinessPage } from '#app/features/businesses/components/my-business.tsx'
import { NoOwnBusinessPage } from '#app/features/businesses/components/no-business-found.tsx'
import { getOwnBusinessMedia } from '#app/features/businesses/media-service.server.ts'
import { ownBusinessFailureToasts, ownBusinessToasts } from '#app/features/businesses/model.ts'
import { getOwnBusinessWithoutPictures } from '#app/features/businesses/service.server.ts'
import { getOwnershipTransferForOwner } from '#app/features/businesses/transfer/invitation-service.server.ts'
import { ownershipTransferFailureToasts } from '#app/features/businesses/transfer/model.ts'
import { getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { answerUnsentFormsAboveFields } from '#app/ui/answer-in-place.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { LoadFailedPage } from '#app/ui/load-failed.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/my-business.ts'
import { handleOwnBusinessForm } from './my-business.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { id: requestId } = context.get(requestContext)
  const logFailure = (error: unknown) => {
    platform.log.error({ requestId, error }, 'a business could not be loaded for its owner')
    return 'failed' as const
  }
  const [business, lookups, media, transfer] = await Promise.all([
    getOwnBusinessWithoutPictures(platform, actor).catch(logFailure),
    getBusinessFormLookups(platform).catch(logFailure),
    getOwnBusinessMedia(platform, actor, 'business').catch(logFailure),
    getOwnershipTransferForOwner(platform, actor).catch(logFailure),
  ])
  if (business === 'failed' || lookups === 'failed' || transfer === 'failed') {
    return data({ found: null, problem: ownBusinessToasts.notLoaded }, { status: 503 })
  }
  if (!business) return data({ found: null, problem: null }, { status: 404 })
  // The rest of the page works without the pictures.
  const problem = media === 'failed' ? ownBusinessToasts.galleryNotLoaded : null
  return data({ found: { business, lookups, media: media === 'failed' ? null : media, transfer }, problem })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const page = href('/my-business')
  const picturePage = { logo: `${page}#logo`, gallery: `${page}#gallery` }
  const sent = { platform: context.get(platformContext), actor, target: 'business' as const, picturePage }
  return handleOwnBusinessForm(sent, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(
    args,
    { ...ownBusinessFailureToasts, ...ownershipTransferFailureToasts },
    answerUnsentFormsAboveFields('basic', 'contact', 'address', 'social', 'facts', 'hand-on'),
  )

export function meta({ loaderData }: Route.MetaArgs) {
  const title = !loaderData || loaderData.found || loaderData.problem ? 'My Business' : 'No Business Found'
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MyBusinessPage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, problem } = loaderData
  return (
    <>
      {problem && <FlashMessage message={problem} />}
      {found ? <EditOwnBusinessPage {...found} answer={actionData} /> : problem ? <NotLoaded /> : <NoOwnBusinessPage />}
    </>
  )
}

function NotLoaded() {
  return (
    <LoadFailedPage
      title="My Business"
      description={ownBusinessToasts.notLoaded.description}
      retry={href('/my-business')}
    />
  )
}
