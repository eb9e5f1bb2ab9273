/** Attributes of links from members, which we do not endorse. */
export const externalRel = 'noopener noreferrer nofollow ugc'

/** A website address without scheme, for display. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
