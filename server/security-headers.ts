import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Players that may be framed, each only after a click. */
const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/**
 * The headers of every answer, but for those that the answer brings itself. Scripts run only from our own origin or with this
 * answer's nonce; no page of ours may be framed; HSTS is said only where the visitor came over TLS, as it would lock out a
 * plain HTTP demo.
 */
export function securityHeaders(options: {
  nonce: string
  tls: boolean
  development: boolean
  /** Origins beside the players that may be framed. */
  framed?: string[]
  /** Origins beside our own that a form may end at: without script the browser is sent on to where people pay. */
  formTargets?: string[]
}): MiddlewareHandler {
  const own = "'self'"
  const { framed = [], formTargets = [] } = options
  const nonce = `'nonce-${options.nonce}'`
  // Vite puts styles into the page and talks over a web socket while someone works on it.
  const forDevelopment = (sources: string[]) => (options.development ? sources : [])
  const contentSecurityPolicy = {
    defaultSrc: [own],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    formAction: [own, ...formTargets],
    frameAncestors: ["'none'"],
    scriptSrc: [own, nonce],
    styleSrc: [own, ...forDevelopment(["'unsafe-inline'"])],
    imgSrc: [own, 'data:'],
    fontSrc: [own],
    // Episodes lie with whoever hosts the podcast; none is asked for before somebody plays it.
    mediaSrc: [own, 'https:'],
    connectSrc: [own, ...forDevelopment(['ws:'])],
    // A script goes from page to page under the policy of the first, so all of them may frame what may be framed at all.
    frameSrc: [own, ...players, ...framed],
    ...(options.tls ? { upgradeInsecureRequests: [] } : {}),
  }
  return secureHeaders({
    overwrite: false,
    contentSecurityPolicy,
    strictTransportSecurity: options.tls ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      browsingTopics: [],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xContentTypeOptions: true,
    xXssProtection: '0',
  })
}
