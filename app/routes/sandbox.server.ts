/**
 * Security headers of untrusted content in a frame, instead of those of a page. `more` are directives besides those that block
 * scripts and requests.
 */
export function untrustedFrameHeaders(more: string[] = [], allowed = ''): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    ...more,
    `sandbox ${allowed}`.trim(),
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    // A sandboxed frame has no origin, so this cannot be requested.
    'Origin-Agent-Cluster': '?0',
  }
}
