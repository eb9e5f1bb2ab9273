// Counts visits to listings from the browser. Part of the first script, so it imports nothing.

/** Counts a visit for its owner, unless this browser's visitor switched that off. */
export function sendListingVisitBeacon(visit: string): void {
  if (!/(?:^|; )(?:__Host-)?uncounted=/.test(document.cookie)) navigator.sendBeacon('/beacon', visit)
}

/** Counts what the page shows: a listing, or those that a search found, but for the member's own. */
export function sendShownListingsBeacon(): void {
  const { own } = document.body.dataset
  const slug = document.querySelector<HTMLElement>('[data-view]')?.dataset.view
  if (slug) sendListingVisitBeacon(`view ${slug}`)
  const list = document.querySelector<HTMLElement>('[data-found]')
  const found = Array.from(list?.querySelectorAll(':scope > [id]') ?? [], ({ id }) => id.slice('business-'.length))
  const others = found.filter((each) => each !== own)
  // The words of the search follow, each on a line.
  const words = list?.dataset.found ? `\n${list.dataset.found}` : ''
  if (others.length > 0) sendListingVisitBeacon(`found ${others.join(' ')}${words}`)
}
