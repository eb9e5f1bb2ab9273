/** A field of a form that nobody sees, so that only bots fill it in. */
export function HoneypotField({ id }: { id: string }) {
  return (
    <div className="sr-only" aria-hidden="true">
      <label htmlFor={`${id}-homepage`}>Leave this empty</label>
      <input id={`${id}-homepage`} name="homepage" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
