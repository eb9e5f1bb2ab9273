/**
 * The URL of a list of ours that a visitor came from; null if they came from elsewhere.
 * @param referrer the URL of the page before
 * @param origin the origin of the site
 * @param list the path of the list
 */
export function findReferringListUrl(referrer: string, origin: string, list: string): URL | null {
  const from = URL.canParse(referrer) ? new URL(referrer) : null
  return from?.origin === origin && from.pathname === list ? from : null
}

/** In the browser: the path back to a list as its visitor left it, at the entry that they came from; null if they did not. */
export function pathBackToList(referrer: string, list: string, entry: string): string | null {
  const from = findReferringListUrl(referrer, location.origin, list)
  return from && `${list}${from.search}#${entry}`
}
