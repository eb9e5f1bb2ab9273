/** Heights in pixels. The width is four times as much, whatever the badge says, so that a page around it never moves. */
export const badgeSizes = { small: 48, medium: 72, large: 108 } as const
export type BadgeSize = keyof typeof badgeSizes

export const badgeTones = ['light', 'dark'] as const
export type BadgeTone = (typeof badgeTones)[number]

/** The end of a badge's address: no file extension, as many networks keep files with one for long. */
export type BadgeVariant = `${BadgeTone}-${BadgeSize}`

export const badgeVariants = badgeTones.flatMap((tone) =>
  (Object.keys(badgeSizes) as BadgeSize[]).map((size): BadgeVariant => `${tone}-${size}`),
)

export function parseBadgeVariant(text: string): { tone: BadgeTone; size: BadgeSize } | null {
  const variant = badgeVariants.find((each) => each === text)
  const [tone, size] = (variant?.split('-') ?? []) as [BadgeTone?, BadgeSize?]
  return tone && size ? { tone, size } : null
}

/** The size of a badge in pixels. */
export function sizeOf(size: BadgeSize): { width: number; height: number } {
  return { width: badgeSizes[size] * 4, height: badgeSizes[size] }
}
