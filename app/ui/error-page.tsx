import { isRouteErrorResponse } from 'react-router'
import { MessagePage } from './message-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

interface ErrorPageProps {
  error: unknown
  /** What could not be shown, such as 'This page of the shop'. */
  subject: string
  /** Ways on, the likeliest first. */
  links: { label: string; to: string }[]
}

/** What an error boundary shows: nothing is here, or something broke. */
export function ErrorPage({ error, subject, links }: ErrorPageProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <>
      <title>Unexpected Application Error! – Muster</title>
      <MessagePage title="Unexpected Application Error!" links={links}>
        <p>{subject} could not be shown. Something went wrong on our side. Please try again in a moment.</p>
      </MessagePage>
    </>
  )
}
