/**
 * An address that is safe to link to: absolute, http or https, without credentials; null for anything else, such as
 * `javascript:` or a bare word.
 */
export function safeHttpUrl(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? ''
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  return url.username || url.password || !url.hostname.includes('.') ? null : strictHref(url)
}

/**
 * An address of the web as people write it, as one that is safe to link to: where only `https://` is missing, as in
 * www.example.co.uk, it is put before. Null for anything else.
 */
export function webUrl(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? ''
  const isBare = /^(\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}([/?#:]|$)/u.test(trimmed)
  return safeHttpUrl(isBare ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed)
}

/** Reads a link to a place where members have names: one written as @name is put behind where such names begin. */
export function socialUrl(begin: string): (value: string) => string | null {
  return (value) => {
    const name = /^@([\w.-]{1,100})$/.exec(value.trim())?.[1]
    return name ? begin + name : webUrl(value)
  }
}

/** A browser leaves some characters as they are that no URI may have (RFC 3986): here they are percent-encoded too. */
function strictHref(url: URL): string {
  const [address = '', ...fragment] = url.href.split('#')
  const whole = fragment.length > 0 ? `${address}#${fragment.join('%23')}` : address
  return whole.replace(/[[\]\\^`{|}]|%(?![\da-f]{2})/gi, encodeURIComponent)
}

/** A telephone number as a `tel:` link wants it: digits and one leading plus; null when too few digits are left. */
export function telephoneUri(value: string | null | undefined): string | null {
  const digits = (value ?? '')
    .replace(/\(0\)/, '')
    .replace(/[^\d+]/g, '')
    .replace(/(?!^)\+/g, '')
  return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : null
}

/** Whether a text has the form of one email address that is safe in a `mailto:` link. */
export function isEmailAddress(value: string): boolean {
  return /^[^\s@<>"'(),:;[\\\]?&#%]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)
}

/** A path on our own origin to go back to, from a field anyone may have filled in; '/' for anything else. */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return '/'
  const origin = 'http://own.invalid'
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  // '/.//host' is a path here but would be read as a host once it stands alone.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/**
 * The page a request is for, as the browser's address shows it: a script that fetches a page's data alone puts an ending to
 * its path, and parameters that are React Router's own.
 */
export function requestPath(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl)
  for (const own of ['_routes', 'index']) searchParams.delete(own)
  const path = pathname.replace(/^\/_root\.data$/, '/').replace(/\/_\.data$|\.data$/, '') || '/'
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}
