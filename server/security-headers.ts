import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Players that may be framed, each only after a click. */
const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/** For stored files, which hold nothing that could run: only the browser's own frame around a picture is let in. */
const filePolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'"],
  styleSrc: ["'unsafe-inline'"],
  frameAncestors: ["'none'"],
}

/**
 * The headers of every answer. Scripts run only from our own origin or with this answer's nonce; nothing of ours may be
 * framed; HSTS is said only where the visitor came over TLS, as it would lock out a plain HTTP demo.
 */
export function securityHeaders(options: {
  nonce: string
  tls: boolean
  development: boolean
  /** The answer is a stored file, not a page. */
  file?: boolean
}): MiddlewareHandler {
  const own = "'self'"
  const nonce = `'nonce-${options.nonce}'`
  // Vite puts styles into the page and talks over a web socket while someone works on it.
  const forDevelopment = (sources: string[]) => (options.development ? sources : [])
  const pagePolicy = {
    defaultSrc: [own],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    formAction: [own],
    frameAncestors: ["'none'"],
    scriptSrc: [own, nonce],
    styleSrc: [own, ...forDevelopment(["'unsafe-inline'"])],
    imgSrc: [own, 'data:'],
    fontSrc: [own],
    connectSrc: [own, ...forDevelopment(['ws:'])],
    frameSrc: players,
    ...(options.tls ? { upgradeInsecureRequests: [] } : {}),
  }
  const set = secureHeaders({
    contentSecurityPolicy: options.file ? filePolicy : pagePolicy,
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
    crossOriginResourcePolicy: false,
    xFrameOptions: 'DENY',
    xContentTypeOptions: true,
    xXssProtection: '0',
  })
  return (context, next) =>
    set(context, async () => {
      await next()
      // Pictures may be shown by other sites, and say so themselves.
      if (!context.res.headers.has('Cross-Origin-Resource-Policy')) {
        context.header('Cross-Origin-Resource-Policy', 'same-origin')
      }
    })
}
