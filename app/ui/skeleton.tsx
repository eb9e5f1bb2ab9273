/** A placeholder for a line of text; `width` is a share of the line. */
export function Skeleton({ width }: { width?: 'full' | 'long' | 'half' }) {
  return (
    <span className={width === 'long' ? 'skeleton w-3/4' : width === 'half' ? 'skeleton w-1/2' : 'skeleton w-full'} />
  )
}
