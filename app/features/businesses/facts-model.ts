import { type BusinessFieldName, ukWideServiceAreaValue } from './model.ts'

/** The registers whose numbers an owner can add, in the order of forms. Stored by these names, so none is ever renamed. */
export const tradeRegisterNames = [
  'gasSafe',
  'niceic',
  'trustMark',
  'cyberEssentials',
  'fca',
  'sia',
  'cqc',
  'wasteCarrier',
] as const satisfies BusinessFieldName[]

export type TradeRegisterName = (typeof tradeRegisterNames)[number]

/** The service area as the public reads it; null for a business that customers come to. */
export function formatPublicServiceArea(area: string | null): string | null {
  if (area === null) return null
  if (area === ukWideServiceAreaValue) return 'Works anywhere in the UK'
  return `Comes to you within ${area} ${area === '1' ? 'mile' : 'miles'}`
}

/** How many people work in a business, by what is stored. */
export const businessSizeLabels = {
  '1': 'One person',
  '2-9': '2 to 9 people',
  '10-49': '10 to 49 people',
  '50-249': '50 to 249 people',
  '250+': '250 people or more',
} as const

/** The name of a size; null for none, and for one that is not in the list. */
export function businessSizeLabelOf(size: string | null): string | null {
  return size !== null && Object.hasOwn(businessSizeLabels, size)
    ? businessSizeLabels[size as keyof typeof businessSizeLabels]
    : null
}
