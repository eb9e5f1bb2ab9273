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

/** For a mail that was kept instead of being sent, shown within a page of ours: it brings its own styles and runs nothing. */
const mailPolicy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  sandbox: ['allow-top-navigation-by-user-activation'],
}

/** For a document of a verification, shown in a viewer of ours: nothing it holds runs or is asked for. */
const documentPolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'"],
  styleSrc: ["'unsafe-inline'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  sandbox: [],
}

/** What an answer is, as far as its policy goes. Of all of them our own pages may frame kept mails and documents alone. */
export type AnswerKind = 'page' | 'file' | 'mail' | 'document'

/** What is answered at a path. */
export function answerKindOf(path: string): AnswerKind {
  if (path.startsWith('/files/')) return 'file'
  if (/^\/dev\/mail\/\d+\/html$/.test(path)) return 'mail'
  return /^\/verification\/documents\/[^/]+$/.test(path) ? 'document' : 'page'
}

/**
 * The headers of every answer. Scripts run only from our own origin or with this answer's nonce; no page of ours may be
 * framed; HSTS is said only where the visitor came over TLS, as it would lock out a plain HTTP demo.
 */
export function securityHeaders(options: {
  nonce: string
  tls: boolean
  development: boolean
  kind?: AnswerKind
  /** Origins beside the players that may be framed. */
  framed?: string[]
  /** Origins beside our own that a form may end at: without script the browser is sent on to where people pay. */
  formTargets?: string[]
}): MiddlewareHandler {
  const own = "'self'"
  const { kind = 'page', framed = [], formTargets = [] } = options
  const isFramed = kind === 'mail' || kind === 'document'
  const nonce = `'nonce-${options.nonce}'`
  // Vite puts styles into the page and talks over a web socket while someone works on it.
  const forDevelopment = (sources: string[]) => (options.development ? sources : [])
  const pagePolicy = {
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
  const set = secureHeaders({
    contentSecurityPolicy: { page: pagePolicy, file: filePolicy, mail: mailPolicy, document: documentPolicy }[kind],
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
    // A frame in a sandbox has no origin to ask this for.
    originAgentCluster: !isFramed,
    crossOriginResourcePolicy: false,
    xFrameOptions: isFramed ? 'SAMEORIGIN' : 'DENY',
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
