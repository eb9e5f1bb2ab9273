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

/** Returns the region of a postcode by its area ('LA9 4XX' is in the area LA); null if it is not a UK postcode area. */
export function regionOfPostcode(postcode: string): Region | null {
  const area = postcodeArea(postcode)
  return area ? (postcodeAreas[area]?.region ?? null) : null
}

/**
 * Returns the position of a postcode, by the post town of its area, in metres of the National Grid; null if it is not a postcode.
 */
export function positionOfPostcode(postcode: string | null): { easting: number; northing: number } | null {
  const area = postcodeArea(postcode ?? '')
  const place = area ? postcodeAreas[area] : undefined
  return place ? { easting: place.easting, northing: place.northing } : null
}
