/** A grey bar where a line will stand; `width` is one of a few shares of its line. */
export function Skeleton({ width }: { width?: 'full' | 'long' | 'half' }) {
  return (
    <span className={width === 'long' ? 'skeleton w-3/4' : width === 'half' ? 'skeleton w-1/2' : 'skeleton w-full'} />
  )
}
