/** Shown while a part of a screen, or the next one, is loading. */
export function Spinner() {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" /> Loading...
    </p>
  )
}
