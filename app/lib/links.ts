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

/** Browsers keep some characters that are not allowed in a URI (RFC 3986); they are percent-encoded here. */
function strictHref(url: URL): string {
  const [address = '', ...fragment] = url.href.split('#')
  const whole = fragment.length > 0 ? `${address}#${fragment.join('%23')}` : address
  return whole.replace(/[[\]\\^`{|}]|%(?![\da-f]{2})/gi, encodeURIComponent)
}

/** Links to an email address; '&' would begin a field of the mail. */
export function mailtoUri(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}

/** Returns a path on our own origin from untrusted input; '/' for anything else. */
export function sameOriginPath(value: unknown): string {
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
export function requestPathInBrowser(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl)
  for (const own of ['_routes', 'index']) searchParams.delete(own)
  const path = pathname.replace(/^\/_root\.data$/, '/').replace(/\/_\.data$|\.data$/, '') || '/'
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}
