/** A public register of a trade: what its numbers look like, and where one is looked up. */
interface Scheme {
  /** What its numbers are called in a form. */
  label: string
  /** What its numbers look like, after 'has'. */
  form: string
  /** A number without spaces, in capitals. */
  pattern: RegExp
  /** The page of a number in the register, or of the register's search where numbers have no pages. */
  url: (number: string) => string
}

/** The registers whose numbers an owner can add, by the name of the field. Stored by these names, so none is ever renamed. */
export const schemes = {
  gasSafe: {
    label: 'Gas Safe registration',
    form: '3 to 6 digits',
    pattern: /^\d{3,6}$/,
    url: () => 'https://www.gassaferegister.co.uk/find-an-engineer-or-check-the-register/',
  },
  niceic: {
    label: 'NICEIC enrolment',
    form: '6 or 9 digits, or D and 5 or 6 digits',
    pattern: /^(\d{6}|\d{9}|D\d{5,6})$/,
    url: () => 'https://niceic.com/find-a-tradesperson/',
  },
  trustMark: {
    label: 'TrustMark licence',
    form: '5 to 8 digits',
    pattern: /^\d{5,8}$/,
    url: () => 'https://www.trustmark.org.uk/find-a-tradesperson',
  },
  cyberEssentials: {
    label: 'Cyber Essentials certificate',
    form: 'the form IASME-CE-012345, or five groups of letters and digits with hyphens',
    pattern: /^(IASME-CEP?-\d{6}|[\dA-F]{8}-([\dA-F]{4}-){3}[\dA-F]{12})$/,
    url: () => 'https://iasme.co.uk/cyber-essentials/ncsc-certificate-search/',
  },
  fca: {
    label: 'FCA firm reference',
    form: '6 or 7 digits',
    pattern: /^\d{6,7}$/,
    url: (number) => `https://register.fca.org.uk/s/search?q=${number}&type=Companies`,
  },
  sia: {
    label: 'SIA licence',
    form: '16 digits',
    pattern: /^\d{16}$/,
    url: () => 'https://services.sia.homeoffice.gov.uk/rolh',
  },
  cqc: {
    label: 'CQC provider',
    form: '1, a hyphen, and 8 to 11 digits',
    pattern: /^1-\d{8,11}$/,
    url: (number) => `https://www.cqc.org.uk/provider/${number}`,
  },
  wasteCarrier: {
    label: 'Waste carrier registration',
    form: 'CBDU or CBDL and up to 6 digits',
    pattern: /^CBD[UL]\d{1,6}$/,
    url: () => 'https://environment.data.gov.uk/public-register/view/search-waste-carriers-brokers',
  },
} as const satisfies Record<string, Scheme>

export type SchemeName = keyof typeof schemes

/** In the order of forms and pages. */
export const schemeNames = Object.keys(schemes) as SchemeName[]

export function isScheme(name: string): name is SchemeName {
  return Object.hasOwn(schemes, name)
}

const bareNumber = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** The number as it is stored; null if it is none of this register. */
export function readRegistration(scheme: SchemeName, typed: string): string | null {
  const number = bareNumber(typed)
  return schemes[scheme].pattern.test(number) ? number : null
}

/** Why a number is none of this register. Where it looks like that of one other register, this says so. */
export function explainRegistration(scheme: SchemeName, typed: string): string {
  const { label, form } = schemes[scheme]
  const [other, ...more] = schemeNames.filter((name) => schemes[name].pattern.test(bareNumber(typed)))
  const hint = other && more.length === 0 ? `. This looks like one of another register: ${schemes[other].label}` : ''
  return `${label} number has ${form}${hint}`
}
