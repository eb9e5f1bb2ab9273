/**
 * The path back to a list of ours, as its visitor left it; null if they came from elsewhere.
 * @param referrer the URL of the page before
 * @param list the path of the list
 * @param entry the id of the entry that they came from
 */
export function pathBackFrom(referrer: string, list: string, entry: string): string | null {
  const from = URL.canParse(referrer) ? new URL(referrer) : null
  return from?.origin === location.origin && from.pathname === list ? `${list}${from.search}#${entry}` : null
}
