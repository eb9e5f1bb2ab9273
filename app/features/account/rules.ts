const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A recognisable name of a browser from its User-Agent: 'Firefox on Windows'. */
export function describeDevice(userAgent: string | null | undefined): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'An unknown browser'
}

const mailedNameLength = 40

/**
 * Cleans a name that a stranger typed for use in an email: short, only letters and the characters that join names, so that no
 * email program turns it into a link or a phone number. Null if nothing is left.
 */
export function cleanNameForMail(name: string): string | null {
  const words = name
    .normalize('NFKC')
    .replace(/\.(?!\s|$)|[^\p{L}\p{M}\s'’.-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!/\p{L}/u.test(words)) return null
  const characters = [...words]
  return characters.length > mailedNameLength ? `${characters.slice(0, mailedNameLength).join('').trim()}…` : words
}

/** The first two letters of an email address, for an avatar without picture. */
export function initialsOfEmail(email: string): string {
  return email.slice(0, 2).toUpperCase()
}

/** The title of a sign-out that failed. */
export const signOutFailedTitle = 'Error signing out'
