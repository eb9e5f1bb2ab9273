import { postcodeArea } from '#app/lib/postcodes.ts'
import { postcodeAreas } from './postcode-areas.ts'

/** The lookups of the product. The database has the same names (see db/migrations). */
export const armedForcesBranches = [
  'Royal Navy',
  'Royal Marines',
  'British Army',
  'Royal Air Force',
  'Royal Fleet Auxiliary',
  'Merchant Navy',
] as const

export const militaryRelationshipTypes = [
  'Veteran',
  'Serving member',
  'Reservist',
  'Spouse or partner',
  'Family member',
  'Supporter',
] as const

export const verificationStatuses = ['Pending', 'In Review', 'Verified', 'Rejected'] as const

export const businessTypes = [
  'Sole trader',
  'Partnership',
  'Limited company',
  'Limited liability partnership',
  'Community interest company',
  'Charity',
] as const

export const industries = [
  'Accountancy & Finance',
  'Agriculture & Environment',
  'Arts & Crafts',
  'Automotive',
  'Beauty & Wellbeing',
  'Charity & Community',
  'Cleaning & Facilities',
  'Construction & Trades',
  'Consultancy & Coaching',
  'Defence & Security',
  'Education & Training',
  'Energy & Utilities',
  'Engineering & Manufacturing',
  'Events & Entertainment',
  'Food & Drink',
  'Health & Care',
  'Hospitality & Travel',
  'IT & Cyber',
  'Legal Services',
  'Logistics & Transport',
  'Marketing & Media',
  'Property & Estates',
  'Retail & E-commerce',
  'Sport & Outdoors',
] as const

/** The nine regions of England, then Scotland, Wales and Northern Ireland. */
export const regions = [
  'North East',
  'North West',
  'Yorkshire and the Humber',
  'East Midlands',
  'West Midlands',
  'East of England',
  'London',
  'South East',
  'South West',
  'Scotland',
  'Wales',
  'Northern Ireland',
] as const

export type ArmedForcesBranch = (typeof armedForcesBranches)[number]
export type MilitaryRelationshipType = (typeof militaryRelationshipTypes)[number]
export type VerificationStatus = (typeof verificationStatuses)[number]
export type BusinessType = (typeof businessTypes)[number]
export type Industry = (typeof industries)[number]
export type Region = (typeof regions)[number]

/** What a verification status decides outside the verification itself. */
interface StatusMeaning {
  /** The member has sent everything, and need not do more for now. */
  isSubmitted: boolean
  /** A reviewer has decided, so the case does not wait in the queue. */
  isDecided: boolean
  /** The member's businesses are listed; `db/listings.sql` says the same in SQL. */
  isListed: boolean
}

const statusMeanings: Record<VerificationStatus, StatusMeaning> = {
  Pending: { isSubmitted: false, isDecided: false, isListed: false },
  'In Review': { isSubmitted: true, isDecided: false, isListed: false },
  Verified: { isSubmitted: true, isDecided: true, isListed: true },
  Rejected: { isSubmitted: false, isDecided: true, isListed: false },
}

const notStarted: StatusMeaning = { isSubmitted: false, isDecided: false, isListed: false }

/** What a status decides. None counts as not started, as does one that a newer release has added. */
export function effectsOfVerificationStatus(status: VerificationStatus | null): StatusMeaning {
  return status !== null && Object.hasOwn(statusMeanings, status) ? statusMeanings[status] : notStarted
}

/** The statuses after a decision. */
export const decidedVerificationStatuses = verificationStatuses.filter((status) => statusMeanings[status].isDecided)

/** The statuses whose members' businesses are listed. */
export const verificationStatusesThatListBusinesses = verificationStatuses.filter(
  (status) => statusMeanings[status].isListed,
)

const areas: Readonly<Record<string, Omit<PostcodeArea, 'code'> & { region: Region }>> = postcodeAreas

/** Returns the region of a postcode by its area ('LA9 4XX' is in the area LA); null if it is not a UK postcode area. */
export function regionOfPostcode(postcode: string): Region | null {
  const area = postcodeArea(postcode)
  return area ? (areas[area]?.region ?? null) : null
}

/** A postcode area, at the post town it is named after, in metres of the National Grid. */
export interface PostcodeArea {
  code: string
  town: string
  easting: number
  northing: number
}

/** Returns the postcode areas of a region; none if there is no such region. */
export function postcodeAreasOfRegion(region: string): PostcodeArea[] {
  return Object.entries(areas).flatMap(([code, { region: own, ...area }]) => (own === region ? { code, ...area } : []))
}
