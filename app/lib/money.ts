const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Pence as people read them: '£24.50', '£1,024.00'. */
export function formatPence(pence: number): string {
  return pounds.format(pence / 100)
}
