import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { shortTelephoneMaxDigits, type Telephone, telephoneCandidates } from './telephones.ts'

/**
 * Reads the first telephone number in a text as people write it: null if nothing in it can be dialled. A number needs a possible
 * length, not one that is assigned: those of new areas would be refused.
 */
export function parseTelephone(value: string | null | undefined): Telephone | null {
  for (const { number, extension, note } of telephoneCandidates(value)) {
    if (number.length <= shortTelephoneMaxDigits) {
      const shown = number.replace(/^(\d{3})(\d{3})$/, '$1 $2')
      return { shown, international: shown, uri: `tel:${number}`, note }
    }
    const read = parsePhoneNumberFromString(number, { defaultCountry: 'GB', extract: false })
    const isOurs = read?.countryCallingCode === '44'
    // After the zero that is dialled no number of the UK begins with another.
    if (!read?.isPossible() || (isOurs && read.nationalNumber.startsWith('0'))) continue
    return {
      shown:
        (isOurs ? read.formatNational().replace(/^(?!0)/, '0') : read.formatInternational()) +
        (extension ? `, extension ${extension}` : ''),
      international: read.formatInternational() + (extension ? ` ext. ${extension}` : ''),
      uri: read.getURI() + (extension ? `;ext=${extension}` : ''),
      note,
    }
  }
  return null
}
