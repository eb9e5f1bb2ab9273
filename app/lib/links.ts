/**
 * Returns a URL that is safe to link to: absolute, http or https, without credentials; null for anything else, such as
 * `javascript:` or a plain word.
 */
export function safeHttpUrl(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? ''
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  return url.username || url.password || !url.hostname.includes('.') ? null : strictHref(url)
}

/** Turns a web address as people write it into a safe URL; a missing `https://` is added. Null for anything else. */
export function webUrl(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? ''
  const isBare = /^(\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}([/?#:]|$)/u.test(trimmed)
  return safeHttpUrl(isBare ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed)
}

/** Reads a link to a profile on a social network; @name is appended to the network's base URL. */
export function socialUrl(begin: string): (value: string) => string | null {
  return (value) => {
    const name = /^@([\w.-]{1,100})$/.exec(value.trim())?.[1]
    return name ? begin + name : webUrl(value)
  }
}

/** Browsers keep some characters that are not allowed in a URI (RFC 3986); they are percent-encoded here. */
function strictHref(url: URL): string {
  const [address = '', ...fragment] = url.href.split('#')
  const whole = fragment.length > 0 ? `${address}#${fragment.join('%23')}` : address
  return whole.replace(/[[\]\\^`{|}]|%(?![\da-f]{2})/gi, encodeURIComponent)
}

/** Whether a text is an email address that is safe in a `mailto:` link. */
export function isEmailAddress(value: string): boolean {
  return /^[^\s@<>"'(),:;[\\\]?&#%]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)
}

/** Returns a path on our own origin from untrusted input; '/' for anything else. */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return '/'
  const origin = 'http://own.invalid'
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  // '/.//host' is a path here, but would be read as a host on its own.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/**
 * Returns the path of a request as the browser shows it, without the suffix and parameters that React Router adds to data
 * requests.
 */
export function requestPath(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl)
  for (const own of ['_routes', 'index']) searchParams.delete(own)
  const path = pathname.replace(/^\/_root\.data$/, '/').replace(/\/_\.data$|\.data$/, '') || '/'
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}
