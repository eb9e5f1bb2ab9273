import { href } from 'react-router'
import { MessagePage } from './message-page.tsx'

/** The page for an unknown URL. */
export function NotFoundPage() {
  return (
    <>
      <title>Page Not Found – Muster</title>
      <MessagePage
        title="Page Not Found"
        links={[
          { label: 'Go to the home page', to: href('/') },
          { label: 'Go to the directory', to: href('/directory') },
        ]}
      >
        <p>There is nothing at this address. It may have moved, or been mistyped.</p>
      </MessagePage>
    </>
  )
}
