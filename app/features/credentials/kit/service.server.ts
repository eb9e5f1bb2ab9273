import { toString as drawQr } from 'qrcode'
import { getOwnBusinessWithoutPictures } from '#app/features/businesses/service.server.ts'
import { formatLongDate, formatMonth } from '#app/lib/dates.ts'
import { drawSocialPicture } from '#app/platform/.server/images/social-picture.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { drawVerifiedBadge } from '../badge/drawing.server.ts'
import { parseVerifiedBadgeVariant, verifiedBadgePixelSize, verifiedBadgeVariants } from '../badge/model.ts'
import type { ListingCredentialCheckAnswer, VerifiedListing } from '../model.ts'
import { getOwnListingCredential } from '../service.server.ts'
import { signOwnListingCredential } from '../signing/service.server.ts'
import { toPrintableText } from './fonts.ts'
import type { BadgeKitFileName, BadgeKitOrMissingRequirements, MissingBadgeKitRequirement } from './model.ts'
import type { BadgeKitPrintContent, BadgeKitPrintKind } from './print.ts'
import { printBadgeKitPdfInThread } from './printing.server.ts'

/** What the actor can show of their business that is verified and listed, or what they still have to do. */
export async function getOwnBadgeKit(
  platform: Pick<Platform, 'db' | 'publicUrl' | 'verificationTerms'>,
  actor: Actor | null,
): Promise<BadgeKitOrMissingRequirements> {
  const credential = await getOwnListingCredential(platform, actor)
  if (!credential?.verified) return { missing: await listMissing(platform, actor) }
  const { verified, code, badgeKey } = credential
  const verifyUrl = verifyUrlOf(platform, credential)
  const label = `${verified.name} on Muster: check ‘${verified.claim}’`
  return {
    kit: {
      name: verified.name,
      printedName: toPrintableText(verified.name),
      claim: verified.claim,
      code,
      verifyUrl,
      endsAt: verified.endsAt,
      variants: verifiedBadgeVariants.map((variant) => {
        const { width, height } = verifiedBadgePixelSize(parseVerifiedBadgeVariant(variant)?.size ?? 'medium')
        const url = `${platform.publicUrl}/badge/${badgeKey}/${variant}`
        const html = `<a href="${escapeHtml(verifyUrl)}"><img src="${escapeHtml(url)}" width="${width}" height="${height}" alt="${escapeHtml(label)}" loading="lazy"></a>`
        return { variant, url, width, height, html }
      }),
      qr: await drawQrSvg(verifyUrl),
    },
  }
}

async function listMissing(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<MissingBadgeKitRequirement[]> {
  const own = await getOwnBusinessWithoutPictures(platform, actor)
  if (!own) return ['business', 'verification']
  // Hidden is said before unverified, so of a hidden business it is not known whether its owner is verified.
  if (own.status === 'hidden') return ['visibility']
  // It begins within a minute, or a job has yet to issue it, as after an upgrade.
  return own.status === 'listed' || own.status === 'starting' ? ['code'] : ['verification']
}

/** Files that an owner may have made. */
export const badgeKitDownloadLimit: RequestLimit = { name: 'badge-kit', requests: 60, windowSeconds: 600 }

export type MakeBadgeKitFileResult =
  | { outcome: 'done'; bytes: Uint8Array<ArrayBuffer> }
  | { outcome: 'limited'; minutes: number }
  /** There is nothing verified to show. */
  | { outcome: 'missing' }

/** Makes a file of the actor's badge kit. */
export async function makeOwnBadgeKitFile(
  platform: Pick<Platform, 'clock' | 'db' | 'publicUrl' | 'secret' | 'vault' | 'verificationTerms'>,
  actor: Actor | null,
  file: BadgeKitFileName,
): Promise<MakeBadgeKitFileResult> {
  const { userId } = requireActor(actor)
  const count = await countLimitedRequest(platform.db, platform.secret, badgeKitDownloadLimit, userId)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  if (file === 'credential.jwt') {
    const signed = await signOwnListingCredential(platform, actor)
    return signed ? { outcome: 'done', bytes: new TextEncoder().encode(signed) } : { outcome: 'missing' }
  }
  const credential = await getOwnListingCredential(platform, actor)
  if (!credential?.verified) return { outcome: 'missing' }
  const bytes = await make(verifyUrlOf(platform, credential), credential, credential.verified, file)
  return { outcome: 'done', bytes: new Uint8Array(bytes) }
}

const printKinds: Partial<Record<BadgeKitFileName, BadgeKitPrintKind>> = {
  'certificate.pdf': 'certificate',
  'van-sticker.pdf': 'van-sticker',
  'window-sticker.pdf': 'window-sticker',
}

// Whatever is saved or printed says where to check and when it was made, and never that something is verified today.
async function make(
  verifyUrl: string,
  { code }: ListingCredentialCheckAnswer,
  verified: VerifiedListing,
  file: Exclude<BadgeKitFileName, 'credential.jwt'>,
): Promise<Uint8Array> {
  const kind = printKinds[file]
  const { name, claim, basis, checkedAt } = verified
  if (kind) {
    const content: BadgeKitPrintContent = {
      name: toPrintableText(name),
      claim,
      basis,
      checkedIn: checkedAt && formatMonth(checkedAt),
      code,
      verifyUrl,
      madeOn: formatLongDate(new Date()),
    }
    return printBadgeKitPdfInThread(kind, content)
  }
  const madeIn = formatMonth(new Date())
  if (file === 'qr.svg') return Buffer.from(await drawQrSvg(verifyUrl))
  if (file === 'social.png') {
    const shownUrl = verifyUrl.replace(/^https?:\/\//, '')
    return drawSocialPicture({
      title: name,
      lines: [`Is it still true? Check at ${shownUrl}`, `Made in ${madeIn}`],
      badge: claim,
      logo: null,
      tile: null,
      position: null,
    })
  }
  const note = `Check ${code} · ${madeIn}`
  const svg = await drawVerifiedBadge({ claim, note, title: claim, isVerified: true }, 'light', 'medium')
  const { default: sharp } = await import('sharp')
  const { width, height } = verifiedBadgePixelSize('medium')
  // Mail programs show no SVG; twice the size is sharp on every screen.
  return sharp(Buffer.from(svg), { density: 144 })
    .resize(width * 2, height * 2)
    .png({ palette: true })
    .toBuffer()
}

function verifyUrlOf({ publicUrl }: Pick<Platform, 'publicUrl'>, { code }: ListingCredentialCheckAnswer): string {
  return `${publicUrl}/verify/${code.toLowerCase()}`
}

function drawQrSvg(text: string): Promise<string> {
  return drawQr(text, { type: 'svg', errorCorrectionLevel: 'Q', margin: 4 })
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
