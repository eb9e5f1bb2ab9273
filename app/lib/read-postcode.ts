/** A whole postcode, or its first half, as it is kept. */
export type ParsedPostcode =
  | { kind: 'whole' | 'forces'; outcode: string; kept: string }
  | { kind: 'half'; outcode: string }

/**
 * Reads a UK postcode as people type it: 'ls14dy', 'LS1-4DY.' and 'L S 1 4 D Y' are LS1 4DY, and a letter where only a figure can stand is
 * that figure, 'SW1A OAA'. BFPO numbers and BF1 are addresses of the forces. Null for other texts.
 */
export function parseUkPostcode(text: string): ParsedPostcode | null {
  if (text.length > 40) return null
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\p{Default_Ignorable_Code_Point}|[\s.,\p{Pd}]/gu, '')
  const forces = /^BFPO(\d{1,4})$/.exec(bare)?.[1]
  if (forces) return { kind: 'forces', outcode: 'BFPO', kept: `BFPO ${forces}` }
  if (bare === 'GIR0AA') return { kind: 'whole', outcode: 'GIR', kept: 'GIR 0AA' }
  const [, outward = '', figure = '', letters = ''] =
    /^([A-Z]{1,2}\d[A-Z\d]?|[A-Z]0\d\d|0[A-Z]\d[A-Z\d]?)([\dOIL])([A-Z]{2})$/.exec(bare) ?? []
  const outcode = outward.replace(/^0/, 'O').replace(/^([A-Z])0(?=\d\d$)/, '$1O')
  if (outcode) {
    const incode = figure.replace('O', '0').replace(/[IL]/, '1') + letters
    return { kind: outcode === 'BF1' ? 'forces' : 'whole', outcode, kept: `${outcode} ${incode}` }
  }
  return /^[A-Z]{1,2}\d[A-Z\d]?$/.test(bare) ? { kind: 'half', outcode: bare } : null
}
