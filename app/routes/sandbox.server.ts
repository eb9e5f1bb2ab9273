/**
 * Headers of what a page of ours shows in a frame and what is not ours: they take the place of those that the host gives a
 * page. `more` are directives beside those that let nothing of it run or be asked for.
 */
export function sandboxHeaders(more: string[] = [], allowed = ''): Record<string, string> {
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
    // A frame in a sandbox has no origin to ask this for.
    'Origin-Agent-Cluster': '?0',
  }
}
