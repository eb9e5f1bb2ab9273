/**
 * Somebody's picture: a photograph, or the drawing that stands in for one. Their name stands beside it, so it is for the eye
 * alone. It fills the place it is given; the style of that place says in which proportion.
 */
export function Portrait({ src, eager = false }: { src: string; eager?: boolean }) {
  return (
    <img
      className="portrait"
      src={src}
      width={240}
      height={280}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
