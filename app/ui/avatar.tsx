interface AvatarProps {
  /** See `avatarSourcesFromStorageKey` in lib/pictures; null shows the initials. */
  picture: { src: string; srcSet: string } | null
  /** The first two letters of the member's email address. */
  initials: string
  /** The member's name, if it is not shown beside it; without it the picture is decorative. */
  name?: string
  size?: 'small' | 'large'
}

const pixels = { small: 40, large: 96 } as const

/** A member's picture, or their initials. */
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
