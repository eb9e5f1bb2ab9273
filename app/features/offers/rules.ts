import { stripControlCharacters } from '#app/lib/plain-text.ts'
import { partnerCodeLimits } from './model.ts'

/** The codes in a text, one a line, each once; or what is wrong with them. Blank lines and invisible marks are left out. */
export function parsePartnerCodes(text: string): { codes: string[] } | { problem: string } {
  const codes = new Set<string>()
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const code = stripControlCharacters(line)
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .trim()
    if (code.length > partnerCodeLimits.code) {
      return {
        problem: `Line ${(index + 1).toLocaleString('en-GB')} is longer than ${partnerCodeLimits.code} characters`,
      }
    }
    if (code !== '') codes.add(code)
  }
  if (codes.size === 0) return { problem: 'Codes are required' }
  if (codes.size > partnerCodeLimits.codes) {
    return { problem: `Add at most ${partnerCodeLimits.codes.toLocaleString('en-GB')} codes at a time` }
  }
  return { codes: [...codes] }
}
