import { type TradeRegisterName, tradeRegisterNames } from './facts-model.ts'
import { businessFieldLabels } from './model.ts'

/** A public register of a trade: what its numbers look like, and where one is looked up. */
interface Scheme {
  /** What its numbers look like, after 'must be'. */
  form: string
  /** A number without spaces, in capitals. */
  pattern: RegExp
  /** The page of a number in the register, or of the register's search where numbers have no pages. */
  url: (number: string) => string
}

/** The registers, by the names of their fields. */
export const tradeRegisters: Record<TradeRegisterName, Scheme> = {
  gasSafe: {
    form: '3 to 6 digits',
    pattern: /^\d{3,6}$/,
    url: () => 'https://www.gassaferegister.co.uk/find-an-engineer-or-check-the-register/',
  },
  niceic: {
    form: '6 or 9 digits, or D and 5 or 6 digits',
    pattern: /^(\d{6}|\d{9}|D\d{5,6})$/,
    url: () => 'https://niceic.com/find-a-tradesperson/',
  },
  trustMark: {
    form: '5 to 8 digits',
    pattern: /^\d{5,8}$/,
    url: () => 'https://www.trustmark.org.uk/find-a-tradesperson',
  },
  cyberEssentials: {
    form: 'like IASME-CE-012345, or 5 groups of letters and digits with hyphens',
    pattern: /^(IASME-CEP?-\d{6}|[\dA-F]{8}-([\dA-F]{4}-){3}[\dA-F]{12})$/,
    url: () => 'https://iasme.co.uk/cyber-essentials/ncsc-certificate-search/',
  },
  fca: {
    form: '6 or 7 digits',
    pattern: /^\d{6,7}$/,
    url: (number) => `https://register.fca.org.uk/s/search?q=${number}&type=Companies`,
  },
  sia: {
    form: '16 digits',
    pattern: /^\d{16}$/,
    url: () => 'https://services.sia.homeoffice.gov.uk/rolh',
  },
  cqc: {
    form: '1, a hyphen, and 8 to 11 digits',
    pattern: /^1-\d{8,11}$/,
    url: (number) => `https://www.cqc.org.uk/provider/${number}`,
  },
  wasteCarrier: {
    form: 'CBDU or CBDL and up to 6 digits',
    pattern: /^CBD[UL]\d{1,6}$/,
    url: () => 'https://environment.data.gov.uk/public-register/view/search-waste-carriers-brokers',
  },
}

export function isTradeRegisterName(name: string): name is TradeRegisterName {
  return Object.hasOwn(tradeRegisters, name)
}

const bareNumber = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** The number as it is stored; null if it is none of this register. */
export function parseTradeRegistrationNumber(scheme: TradeRegisterName, typed: string): string | null {
  const number = bareNumber(typed)
  return tradeRegisters[scheme].pattern.test(number) ? number : null
}

/** Why a number is none of this register. Where it looks like that of one other register, this says so. */
export function explainInvalidTradeRegistrationNumber(scheme: TradeRegisterName, typed: string): string {
  const [other, ...more] = tradeRegisterNames.filter((name) => tradeRegisters[name].pattern.test(bareNumber(typed)))
  const hint =
    other && more.length === 0 ? `. This looks like a number from another register: ${businessFieldLabels[other]}` : ''
  return `${businessFieldLabels[scheme]} number must be ${tradeRegisters[scheme].form}${hint}`
}
