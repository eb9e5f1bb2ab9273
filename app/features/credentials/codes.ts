/** Crockford's base 32: no I, L, O and U, which look or sound like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a code without the check character, as stored. */
const storedLength = 7

/** Powers of a generator of the field with 32 elements (x⁵ + x² + 1): one for each place of a code. */
const weights = Array.from({ length: storedLength }, (_, place) => {
  let power = 1
  for (let step = 0; step <= place; step += 1) power = power & 16 ? ((power << 1) ^ 37) & 31 : power << 1
  return power
})

function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 4; bit >= 0; bit -= 1) {
    product = product & 16 ? ((product << 1) ^ 37) & 31 : product << 1
    if (right & (1 << bit)) product ^= left
  }
  return product
}

/**
 * The check character of a stored code: a weighted sum over the field with 32 elements. As the weights differ from each other and
 * from its own, which is 1, one wrong character is always noticed, and so are two that were swapped.
 */
function checkCharacter(stored: string): string {
  const sum = [...stored].reduce((total, character, place) => {
    return total ^ multiply(alphabet.indexOf(character), weights[place] ?? 0)
  }, 0)
  return alphabet[sum] ?? ''
}

/** Formats a stored code with its check character, in two groups: 'K7Q2-9MXD'. */
export function formatCredentialCode(stored: string): string {
  const code = stored + checkCharacter(stored)
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The code in an address of this site: 'k7q2-9mxd'. */
export function credentialCodeInPath(stored: string): string {
  return formatCredentialCode(stored).toLowerCase()
}

export type CredentialCodeProblem = 'empty' | 'not-a-code' | 'mistyped'

/**
 * Reads a code as people type it, or a link that ends in one: in any case, with or without groups, with the letters that look like a
 * digit. Tells a code with a wrong character from what cannot be one.
 */
export function parseCredentialCode(typed: string): { stored: string } | { problem: CredentialCodeProblem } {
  const trimmed = typed.trim()
  if (trimmed === '') return { problem: 'empty' }
  const text = /(?:^|\/)verify\/([^/?#]+)/i.exec(trimmed)?.[1] ?? trimmed
  const code = text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015._-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (code.length !== storedLength + 1 || [...code].some((character) => !alphabet.includes(character)))
    return { problem: 'not-a-code' }
  const stored = code.slice(0, storedLength)
  return checkCharacter(stored) === code.at(-1) ? { stored } : { problem: 'mistyped' }
}
