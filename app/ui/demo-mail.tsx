import { useRouteLoaderData } from 'react-router'

/** Where mail is read that is not sent. Nothing on a site that sends mail: see `mailPage` of the root's loader. */
export function DemoMail() {
  const root = useRouteLoaderData<{ mailPage: string | null }>('root')
  if (!root?.mailPage) return null
  return (
    <p>
      This is a demo, so no email leaves it. <a href={root.mailPage}>Read the mail at {root.mailPage}</a>.
    </p>
  )
}
