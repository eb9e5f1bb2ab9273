/** The pence of an amount as the provider writes it, such as '24.50'; null for what is no price in pounds and pence. */
export function readPounds(price: string): number | null {
  const parts = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(price.trim())
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}

/** Pence of an amount in pounds. Pounds are not added up: their cents are no whole numbers to a computer. */
export function penceOf(pounds: number): number {
  return Math.round(pounds * 100)
}

/** Pounds of an amount in pence. */
export function poundsOf(pence: number): number {
  return pence / 100
}

/** Pounds of an amount in pence as machines write them, with two decimals: '24.50'. */
export function writePounds(pence: number): string {
  return poundsOf(pence).toFixed(2)
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** An amount in pence for people, always to two decimals: '£24.50', '£1,024.50'. */
export function formatPence(pence: number): string {
  return pounds.format(poundsOf(pence))
}
