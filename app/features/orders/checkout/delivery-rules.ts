/** Working days. */
export interface DeliveryEstimate {
  /** The name in the terms and conditions. */
  region: 'USA' | 'Europe' | 'Australia' | 'Japan' | 'International'
  minDays: number
  maxDays: number
}

/** Working days, as in the terms and conditions. */
export const deliveryEstimates: readonly DeliveryEstimate[] = [
  { region: 'USA', minDays: 3, maxDays: 4 },
  { region: 'Europe', minDays: 6, maxDays: 8 },
  { region: 'Australia', minDays: 2, maxDays: 14 },
  { region: 'Japan', minDays: 4, maxDays: 8 },
  { region: 'International', minDays: 10, maxDays: 20 },
]

const europe = [
  ...['GB', 'IE', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GI', 'GR', 'HR', 'HU', 'IS'],
  ...['IT', 'LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]
const international = ['CA', 'HK', 'IL', 'KR', 'MX', 'NZ', 'SG', 'ZA']

/** Delivery countries as ISO 3166-1 alpha-2 codes. */
export const deliveryCountries: readonly string[] = [...europe, 'US', 'AU', 'JP', ...international]

/** The country a checkout begins with. */
export const defaultDeliveryCountry = 'GB'

const regions: Readonly<Record<string, DeliveryEstimate['region']>> = { US: 'USA', AU: 'Australia', JP: 'Japan' }

/** The delivery estimate for a country. */
export function deliveryEstimateForCountry(country: string): DeliveryEstimate {
  const region = regions[country] ?? (europe.includes(country) ? 'Europe' : 'International')
  return deliveryEstimates.find((estimate) => estimate.region === region) as DeliveryEstimate
}

/**
 * A state for each country whose shipping rates need one. Rates are requested before the address is known, and are the same in
 * the whole country.
 */
const rateStates: Readonly<Record<string, string>> = { US: 'NY', CA: 'ON', AU: 'NSW', JP: '13' }

/** The destination of a rate request: the country, and a state if the print provider needs one. */
export function shippingRateDestination(country: string): { country: string; state: string | null } {
  return { country, state: rateStates[country] ?? null }
}

/** A delivery method. */
export interface ShippingChoice {
  /** The print provider's id. */
  id: string
  name: string
  /** In pence. */
  amount: number
  minDays: number
  maxDays: number
}

/** The print provider's id of standard delivery. */
const standardMethod = 'STANDARD'

/** The delivery estimate of a method: for standard delivery that of the terms, for a faster one that of the print provider. */
export function shippingChoiceWithDeliveryEstimate(choice: ShippingChoice, country: string): ShippingChoice {
  if (choice.id !== standardMethod) return choice
  const { minDays, maxDays } = deliveryEstimateForCountry(country)
  return { ...choice, minDays, maxDays }
}

/** The estimate that the terms give for a method and a country; null if they give none. */
export function deliveryEstimateOfMethod(method: string, country: string): DeliveryEstimate | null {
  return method === standardMethod ? deliveryEstimateForCountry(country) : null
}

/** Flat rates in pence by region, used while the print provider cannot be reached. */
const fixedCharges: Readonly<Record<DeliveryEstimate['region'], number>> = {
  USA: 599,
  Europe: 599,
  Australia: 899,
  Japan: 899,
  International: 1_199,
}
const homeCharge = 499

/** The delivery method while the print provider cannot be reached. */
export function flatRateShippingChoice(country: string): ShippingChoice {
  const { region, minDays, maxDays } = deliveryEstimateForCountry(country)
  const amount = country === defaultDeliveryCountry ? homeCharge : fixedCharges[region]
  return { id: standardMethod, name: 'Standard delivery', amount, minDays, maxDays }
}
