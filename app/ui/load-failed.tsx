import { LinkButton } from './button.tsx'

interface LoadFailedProps {
  title: string
  description?: string | undefined
  /** The path of the page. */
  retry: string
}

/** The page in place of one whose data could not be loaded. */
export function LoadFailedPage({ title, description, retry }: LoadFailedProps) {
  return (
    <div className="wrap section">
      <h1>{title}</h1>
      <p className="lead mt-3">{description}</p>
      <p className="mt-8">
        <LinkButton to={retry} reloadDocument>
          Retry
        </LinkButton>
      </p>
    </div>
  )
}
