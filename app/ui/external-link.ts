/** For links that members gave us: we do not vouch for where they lead. */
export const externalRel = 'noopener noreferrer nofollow ugc'

/** The address of a website as people say it. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
