/**
 * A person's photograph or a drawing. It is decorative, as the name is shown beside it. It fills its container, which sets the
 * aspect ratio.
 */
export function PersonPortrait({ src, eager = false }: { src: string; eager?: boolean }) {
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
