/** Working days. */
export interface DeliveryEstimate {
  /** As the terms name it. */
  region: 'USA' | 'Europe' | 'Australia' | 'Japan' | 'International'
  minDays: number
  maxDays: number
}

/** As the terms have them. */
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

/** Where orders are sent, as ISO 3166-1 alpha-2 codes. */
export const deliveryCountries: readonly string[] = [...europe, 'US', 'AU', 'JP', ...international]

/** The country a checkout begins with. */
export const homeCountry = 'GB'

const regions: Readonly<Record<string, DeliveryEstimate['region']>> = { US: 'USA', AU: 'Australia', JP: 'Japan' }

/** How long an order takes to a country, by the terms. */
export function estimateFor(country: string): DeliveryEstimate {
  const region = regions[country] ?? (europe.includes(country) ? 'Europe' : 'International')
  return deliveryEstimates.find((estimate) => estimate.region === region) as DeliveryEstimate
}

/**
 * A state of each country that the print provider wants one for. What delivery costs is asked for before the address is known, and
 * is the same all over a country.
 */
const rateStates: Readonly<Record<string, string>> = { US: 'NY', CA: 'ON', AU: 'NSW', JP: '13' }

/** Where delivery is asked for: the country, and a state of it where one is wanted. */
export function rateRecipientIn(country: string): { country: string; state: string | null } {
  return { country, state: rateStates[country] ?? null }
}

/** A way of shipping a buyer may choose. */
export interface ShippingChoice {
  /** The print provider's name of it. */
  id: string
  name: string
  /** In pence. */
  amount: number
  minDays: number
  maxDays: number
}

/** The print provider's name of the ordinary way of shipping, which the terms estimate. */
const standardMethod = 'STANDARD'

/** How long a way of shipping is estimated to take: the ordinary one by the terms alone, a faster one by the print provider. */
export function withEstimate(choice: ShippingChoice, country: string): ShippingChoice {
  if (choice.id !== standardMethod) return choice
  const { minDays, maxDays } = estimateFor(country)
  return { ...choice, minDays, maxDays }
}

/** What the terms say of a way of shipping to a country; null for one they say nothing of. */
export function estimateOf(method: string, country: string): DeliveryEstimate | null {
  return method === standardMethod ? estimateFor(country) : null
}

/** In pence, by region: what shipping costs while the print provider cannot be asked. */
const fixedCharges: Readonly<Record<DeliveryEstimate['region'], number>> = {
  USA: 599,
  Europe: 599,
  Australia: 899,
  Japan: 899,
  International: 1_199,
}
const homeCharge = 499

/** The one way of shipping while the print provider cannot be asked. */
export function fixedChoice(country: string): ShippingChoice {
  const { region, minDays, maxDays } = estimateFor(country)
  const amount = country === homeCountry ? homeCharge : fixedCharges[region]
  return { id: standardMethod, name: 'Standard delivery', amount, minDays, maxDays }
}
