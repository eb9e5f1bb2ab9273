import { LinkButton } from '#app/ui/button.tsx'

/** Shown instead of a profile that does not exist. */
export function ProfileNotFoundPage({ address }: { address: string }) {
  return (
    <div className="wrap section">
      <h1>Profile Not Found</h1>
      <p className="lead mt-3">We could not load your profile. Try again in a moment.</p>
      <p className="mt-8">
        <LinkButton to={address} reloadDocument>
          Retry
        </LinkButton>
      </p>
    </div>
  )
}
