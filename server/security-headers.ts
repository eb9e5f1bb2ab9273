import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { cspReportPath } from './policy-reports.ts'

/** Video players that may be framed. Each is loaded only after a click. */
const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/** Stands in a policy for the hashes of a page's inline scripts, until they are known. */
export const inlineScriptHashesPlaceholder = "'inline-scripts'"

/** Sent over TLS only, as it would lock users out of a plain HTTP demo. */
export const strictTransportSecurityHeader = 'max-age=31536000; includeSubDomains'

/**
 * The default security headers; a response can override them. Scripts run only from our own origin or with the nonce of this
 * response. No page may be framed.
 */
export function securityHeadersMiddleware(options: {
  /** Null for a page to be kept: its inline scripts are named once it is rendered. */
  nonce: string | null
  tls: boolean
  development: boolean
  /** Further origins that may be framed, besides the video players. */
  framed?: string[]
  /** Further origins that a form may lead to: without JavaScript the browser is redirected to the payment page. */
  formTargets?: string[]
}): MiddlewareHandler {
  const own = "'self'"
  const { framed = [], formTargets = [] } = options
  const nonce = options.nonce === null ? inlineScriptHashesPlaceholder : `'nonce-${options.nonce}'`
  // In development Vite injects inline styles and uses a web socket.
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
    // Podcast episodes are hosted elsewhere and are only requested when somebody plays them.
    mediaSrc: [own, 'https:'],
    connectSrc: [own, ...forDevelopment(['ws:'])],
    // Client-side navigation keeps the policy of the first page, so every page must allow all frames.
    frameSrc: [own, ...players, ...framed],
    ...(options.tls ? { upgradeInsecureRequests: [] } : {}),
    // Every browser that knows `report-to` also knows this, which needs no second header.
    reportUri: cspReportPath,
  }
  return secureHeaders({
    overwrite: false,
    contentSecurityPolicy,
    strictTransportSecurity: options.tls ? strictTransportSecurityHeader : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: {
      camera: [],
      microphone: [],
      // For 'Near me'. On every page, as one that is reached by a link keeps the policy of the first document.
      geolocation: ['self'],
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
