/** The hidden fields of a form: the idempotency key, and a honeypot for bots. */
export function UnseenFields({ id, submission }: { id: string; submission: string }) {
  return (
    <>
      <input type="hidden" name="submission" value={submission} />
      <div className="sr-only" aria-hidden="true">
        <label htmlFor={`${id}-homepage`}>Leave this empty</label>
        <input id={`${id}-homepage`} name="homepage" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  )
}
