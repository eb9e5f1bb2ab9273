import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { getOwnBusinessWithoutPictures } from '#app/features/businesses/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { credentialCodeInPath } from '../codes.ts'
import { findListingCredential } from '../queries.server.ts'
import { checkListingCredential } from '../service.server.ts'
import { signCredentialAsJwt } from './keys-service.server.ts'
import { listSetCredentialStatusIndexes } from './queries.server.ts'
import {
  type CredentialStatusPurpose,
  credentialStatusListValiditySeconds,
  credentialStatusPurposes,
  didWebIdentifierOfSite,
  encodeStatusListBits,
} from './rules.ts'

type Signing = Pick<Platform, 'clock' | 'db' | 'vault' | 'publicUrl' | 'verificationTerms'>

const vocabularyOf = (publicUrl: string) => ({ '@vocab': `${publicUrl}/check-a-credential#` })

/**
 * Issues the signed credential of the actor's own business, with nothing in it that is not on its public page. Its subject is the
 * listing, not a person. Null if nothing is verified now.
 */
export async function signOwnListingCredential(
  platform: Pick<Platform, 'clock' | 'db' | 'publicUrl' | 'vault' | 'verificationTerms'>,
  actor: Actor | null,
): Promise<string | null> {
  const own = await getOwnBusinessWithoutPictures(platform, actor)
  const row = own && (await findListingCredential(platform.db, { businessId: own.id }))
  const verified = row && (await checkListingCredential(platform, { code: row.code }))?.answer.verified
  if (!verified) return null
  const { publicUrl } = platform
  const { slug, name, claim, basis, checkedAt, endsAt } = verified
  const verifyUrl = `${publicUrl}/verify/${credentialCodeInPath(row.code)}`
  return signCredentialAsJwt(platform, {
    '@context': ['https://www.w3.org/ns/credentials/v2', vocabularyOf(publicUrl)],
    id: verifyUrl,
    type: ['VerifiableCredential', 'VerifiedListingCredential'],
    issuer: { id: didWebIdentifierOfSite(publicUrl), name: 'Muster' },
    validFrom: seconds(platform.clock.now()),
    validUntil: seconds(endsAt),
    credentialSubject: {
      id: `${publicUrl}/business/${slug}`,
      type: 'VerifiedListing',
      name,
      claim,
      basis,
      ...(checkedAt && { checkedOn: checkedAt.toISOString().slice(0, 10) }),
    },
    credentialStatus: credentialStatusPurposes.map((statusPurpose) => {
      const list = statusListUrl(publicUrl, row.statusList, statusPurpose)
      return {
        id: `${list}#${row.statusIndex}`,
        type: 'BitstringStatusListEntry',
        statusPurpose,
        statusListIndex: String(row.statusIndex),
        statusListCredential: list,
      }
    }),
  })
}

/**
 * Issues a status list, signed, from live data: valid for a minute. Null for a list that is not used.
 */
export async function signCredentialStatusList(
  platform: Signing,
  list: number,
  purpose: CredentialStatusPurpose,
): Promise<string | null> {
  // Read before the data is: what is older is not valid longer.
  const now = platform.clock.now()
  const indexes = await listSetCredentialStatusIndexes(platform.db, list, purpose)
  if (!indexes) return null
  const url = statusListUrl(platform.publicUrl, list, purpose)
  const packed = await promisify(gzip)(encodeStatusListBits(indexes))
  return signCredentialAsJwt(platform, {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didWebIdentifierOfSite(platform.publicUrl),
    validFrom: seconds(now),
    validUntil: seconds(new Date(now.getTime() + credentialStatusListValiditySeconds * 1_000)),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: `u${packed.toString('base64url')}`,
      ttl: credentialStatusListValiditySeconds * 1_000,
    },
  })
}

function statusListUrl(publicUrl: string, list: number, purpose: CredentialStatusPurpose): string {
  return `${publicUrl}/credentials/status/${list}/${purpose}`
}

/** A time without fractions of a second, which some readers refuse. */
function seconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
