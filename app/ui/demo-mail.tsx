import { useRouteLoaderData } from 'react-router'

/** Where mail is read that is not sent. Nothing on a site that sends mail: see `mailPage` of the root's loader, which also has the words. */
export function DemoMailLink() {
  const page = useRouteLoaderData<{ mailPage: { path: string; words: string } | null }>('root')?.mailPage
  return (
    page && (
      <p>
        <a href={page.path}>{page.words}</a>
      </p>
    )
  )
}
