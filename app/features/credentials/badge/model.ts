/** Heights in pixels. The width is four times as much, whatever the badge says, so that a page around it never moves. */
export const verifiedBadgeHeightsBySize = { small: 48, medium: 72, large: 108 } as const
export type VerifiedBadgeSize = keyof typeof verifiedBadgeHeightsBySize

export const verifiedBadgeTones = ['light', 'dark'] as const
export type VerifiedBadgeTone = (typeof verifiedBadgeTones)[number]

/** The end of a badge's address: no file extension, as many networks keep files with one for long. */
export type VerifiedBadgeVariant = `${VerifiedBadgeTone}-${VerifiedBadgeSize}`

export const verifiedBadgeVariants = verifiedBadgeTones.flatMap((tone) =>
  (Object.keys(verifiedBadgeHeightsBySize) as VerifiedBadgeSize[]).map(
    (size): VerifiedBadgeVariant => `${tone}-${size}`,
  ),
)

export function parseVerifiedBadgeVariant(text: string): { tone: VerifiedBadgeTone; size: VerifiedBadgeSize } | null {
  const variant = verifiedBadgeVariants.find((each) => each === text)
  const [tone, size] = (variant?.split('-') ?? []) as [VerifiedBadgeTone?, VerifiedBadgeSize?]
  return tone && size ? { tone, size } : null
}

/** The size of a badge in pixels. */
export function verifiedBadgePixelSize(size: VerifiedBadgeSize): { width: number; height: number } {
  return { width: verifiedBadgeHeightsBySize[size] * 4, height: verifiedBadgeHeightsBySize[size] }
}
