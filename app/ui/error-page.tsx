import { isRouteErrorResponse, useLocation } from 'react-router'
import { isNetworkFailure } from './failed-loading.ts'
import { MessagePage } from './message-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

interface ErrorPageProps {
  error: unknown
  /** What could not be shown, as in 'This page of the shop'. */
  subject: string
  /** Links, the likeliest first. */
  links: { label: string; to: string }[]
}

/** The page of an error boundary: not found, an error, or offline. */
export function ErrorPage({ error, subject, links }: ErrorPageProps) {
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isNetworkFailure(error)) {
    return (
      <>
        <title>You seem to be offline – Muster</title>
        <MessagePage title="You seem to be offline" links={[{ label: 'Try again', to: pathname + search }, ...links]}>
          <p>{subject} could not be loaded. Check your connection and try again.</p>
        </MessagePage>
      </>
    )
  }
  return (
    <>
      <title>Unexpected Application Error! – Muster</title>
      <MessagePage title="Unexpected Application Error!" links={links}>
        <p>{subject} could not be shown. Something went wrong on our side. Try again in a moment.</p>
      </MessagePage>
    </>
  )
}
