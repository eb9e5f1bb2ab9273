import type { Database } from '#app/platform/.server/database/database.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import {
  deleteEnquiryRequestsOfMember,
  findEnquiryInboxOfOwner,
  listEnquiryRequestsOfMember,
  listWholeEnquiriesOfOwner,
} from './queries.server.ts'

/** More than any inbox holds after a year of the limits. */
const everything = 1_000_000

const listSent = async (db: Database, userId: string) =>
  (await listEnquiryRequestsOfMember(db, userId)).map(({ id: _, profileId: __, recipients, ...request }) => ({
    ...request,
    recipients: recipients.map(({ name }) => name),
  }))

const listReceived = async (db: Database, userId: string) =>
  (await listWholeEnquiriesOfOwner(db, userId, null, everything)).map(({ id: _, ...enquiry }) => enquiry)

/** The enquiries that a member sent while signed in, and those that their business got. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const [sent, received] = [await listSent(db, userId), await listReceived(db, userId)]
  const inbox = await findEnquiryInboxOfOwner(db, userId)
  return {
    records: {
      ...(inbox && !inbox.isOn && { 'enquiries-switched-off': { business: inbox.businessName } }),
      ...(sent.length > 0 && { 'enquiries-sent': sent }),
      ...(received.length > 0 && { 'enquiries-received': received }),
    },
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const [sent, received] = [await listSent(db, userId), await listReceived(db, userId)]
  return [
    ...(sent.length > 0
      ? [formatPersonalDataCount(sent.length, 'enquiry you sent to a business', 'enquiries you sent to businesses')]
      : []),
    ...(received.length > 0
      ? [formatPersonalDataCount(received.length, 'enquiry to your business', 'enquiries to your business')]
      : []),
  ]
}

/** What their business got is deleted with the business. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await deleteEnquiryRequestsOfMember(transaction, userId)
  return []
}
