import { Form, href } from 'react-router'
import { Button } from './button.tsx'
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
        <p>If you typed the web address, check it is correct. The page may have moved.</p>
        <Form method="get" action={href('/directory')} role="search" className="not-found-search">
          <label className="label" htmlFor="not-found-search">
            Search the directory
          </label>
          <div className="row">
            <input
              className="input"
              type="search"
              id="not-found-search"
              name="search"
              placeholder="Search by name, product or service"
              maxLength={200}
            />
            <Button type="submit" kind="secondary">
              Search
            </Button>
          </div>
        </Form>
      </MessagePage>
    </>
  )
}
