interface AvatarProps {
  /** See `avatarOf` in lib/pictures; null shows the initials. */
  picture: { src: string; srcSet: string } | null
  /** The first two letters of the member's email address. */
  initials: string
  /** Whose it is, where their name does not stand beside it; without it the picture is for the eye alone. */
  name?: string
  size?: 'small' | 'large'
}

const pixels = { small: 40, large: 96 } as const

/** A member's picture, or the letters that stand in for it. */
export function Avatar({ picture, initials, name, size = 'small' }: AvatarProps) {
  const className = size === 'large' ? 'avatar avatar-large' : 'avatar'
  const side = pixels[size]
  if (picture) {
    return (
      <img
        className={className}
        src={picture.src}
        srcSet={picture.srcSet}
        sizes={`${side}px`}
        width={side}
        height={side}
        alt={name ? `Picture of ${name}` : ''}
      />
    )
  }
  return (
    <span className={className} {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}>
      {initials}
    </span>
  )
}
