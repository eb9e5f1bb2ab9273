/** Parses an amount such as '24.50' into pence; null if it is not an amount in pounds and pence. */
export function parsePoundsAsPence(price: string): number | null {
  const parts = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(price.trim())
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}

/** Converts pounds to pence. Amounts are added in pence, because fractions of pounds are not exact. */
export function poundsToPence(pounds: number): number {
  return Math.round(pounds * 100)
}

/** Converts pence to pounds. */
export function penceToPounds(pence: number): number {
  return pence / 100
}

/** Formats pence as pounds for programs, with two decimals: '24.50'. */
export function formatPenceAsDecimalPounds(pence: number): string {
  return penceToPounds(pence).toFixed(2)
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Formats pence for people, always with two decimals: '£24.50', '£1,024.50'. */
export function formatPence(pence: number): string {
  return pounds.format(penceToPounds(pence))
}
