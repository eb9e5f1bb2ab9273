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

/** A link as it is pasted, without marks that nobody sees, and without what stood around it in a text. */
function tidyLink(value: string): string {
  // No link is as long, and what cuts it would take ever more time.
  if (value.length > 5_000) return value.trim()
  const link = value
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/^[<(["'\u2018\u201c]+/, '')
    .replace(/^(https?:\/\/)+(?=https?:\/\/)/i, '')
    .replace(/[\s,;.>"'\u2019\u201d]+$/, '')
  const [, body = '', bracket = ''] = /^(.*?)([)\]]+)$/s.exec(link) ?? []
  // Some addresses end with a bracket of their own: /wiki/Boot_(disambiguation).
  return bracket && !/[([]/.test(body) ? body.replace(/[,;.]+$/, '') : link
}

/** Turns a web address as people write it into a safe URL; a missing `https://` is added. Null for anything else. */
export function webUrl(value: string | null | undefined): string | null {
  const trimmed = tidyLink(value ?? '')
  const isBare = /^(\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}([/?#:]|$)/u.test(trimmed)
  return safeHttpUrl(isBare ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed)
}

/** Reads a link to a profile on a social network; @name is appended to the network's base URL. */
export function socialUrl(begin: string): (value: string) => string | null {
  return (value) => {
    const name = /^@([\w.-]{1,100})$/.exec(tidyLink(value))?.[1]
    return name ? begin + name : webUrl(value)
  }
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
