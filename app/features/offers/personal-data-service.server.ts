import type { Database } from '#app/platform/.server/database/database.ts'
import type { PersonalData, StoredFilesToDelete } from '#app/platform/.server/personal-data.ts'
import type { Vault } from '#app/platform/.server/security/vault.ts'
import { offerPartners } from './model.ts'
import { detachMemberFromPartnerCodes, listPartnerCodesOfMember } from './queries.server.ts'
import { openSealedPartnerCode } from './seal.server.ts'

/** The codes for offers of partners that were sent to a member. One that was not sent yet is only said to be there. */
export async function collectPersonalData(db: Database, userId: string, vault: Vault): Promise<PersonalData> {
  const codes = (await listPartnerCodesOfMember(db, userId)).map(({ id, partner, code, givenAt, sentAt }) => ({
    partner: offerPartners[partner],
    code: sentAt && openSealedPartnerCode(vault, id, code),
    givenAt,
    sentAt,
  }))
  return { records: codes.length > 0 ? { 'codes-of-partners': codes } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const codes = await listPartnerCodesOfMember(db, userId)
  return codes.map(
    ({ partner }) => `The link between you and your code for ${offerPartners[partner]}: nobody else gets this code`,
  )
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await detachMemberFromPartnerCodes(transaction, userId)
  return []
}
