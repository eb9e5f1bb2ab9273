import type { VerifiedBadgeVariant } from '../badge/model.ts'

/** What an owner can download, by the end of its address. */
export const badgeKitFileContentTypes = {
  'certificate.pdf': 'application/pdf',
  'van-sticker.pdf': 'application/pdf',
  'window-sticker.pdf': 'application/pdf',
  'email-signature.png': 'image/png',
  'social.png': 'image/png',
  'qr.svg': 'image/svg+xml',
  'credential.jwt': 'application/vc+jwt',
} as const
export type BadgeKitFileName = keyof typeof badgeKitFileContentTypes

export function parseBadgeKitFileName(name: string): BadgeKitFileName | null {
  return Object.hasOwn(badgeKitFileContentTypes, name) ? (name as BadgeKitFileName) : null
}

/** What an owner gets who has a verified, listed business. */
export interface BadgeKit {
  name: string
  /** The name as paper shows it: what no font has is left out. */
  printedName: string
  claim: string
  /** As it is shown: 'K7Q2-9MXD'. */
  code: string
  verifyUrl: string
  endsAt: Date
  variants: { variant: VerifiedBadgeVariant; url: string; width: number; height: number; html: string }[]
  /** An SVG that leads to `verifyUrl`. */
  qr: string
}

/** What an owner still has to do before there is a badge. */
export type MissingBadgeKitRequirement = 'business' | 'visibility' | 'verification' | 'code'

export type BadgeKitOrMissingRequirements = { kit: BadgeKit } | { missing: MissingBadgeKitRequirement[] }
