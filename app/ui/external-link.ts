/** Attributes of links from members, which we do not endorse. */
export const externalLinkRel = 'noopener noreferrer nofollow ugc'

/** A website address without scheme, for display. */
export function websiteHostForDisplay(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
