// The marks of a visitor's shortlist on pages that are the same for everybody. Part of the first script, so it imports nothing.

/** The slugs of what is on a visitor's shortlist, for the script that marks it. The server trusts the signed list alone. */
export const shortlistMarksCookieName = 'shortlist-marks'
/** Says that this browser runs the script. */
export const shortlistScriptRunsCookieName = 'shows-marks'

/** The value of the cookie with the marks. */
export function serializeShortlistMarks(slugs: readonly string[]): string {
  return slugs.join('.')
}

/** In the browser: the slugs to mark; none where nothing was saved. */
export function parseShortlistMarksCookie(cookies: string): string[] {
  return /(?:^|; )(?:__Host-)?shortlist-marks=([^;]+)/.exec(cookies)?.[1]?.split('.') ?? []
}

/** In the browser: the cookie that says that its script shows the marks, for as long as the browser is open. */
export function serializeShortlistScriptRunsCookie({ secure }: { secure: boolean }): string {
  const cookie = `${shortlistScriptRunsCookieName}=1; Path=/; SameSite=Lax`
  return secure ? `__Host-${cookie}; Secure` : cookie
}

const unsaved = [' ', ' to your shortlist'] as const

/** What the button of a business says: what everybody sees, and the rest for screen readers. */
export function shortlistButtonLabels(name: string, isSaved: boolean): { label: string; rest: string } {
  return isSaved
    ? { label: 'Saved', rest: ` – remove ${name} from your shortlist` }
    : { label: 'Save', rest: unsaved.join(name) }
}

/** The name in the rest of what the button of a business says that is not saved. */
export function businessNameInShortlistLabel(rest: string): string {
  return rest.slice(unsaved[0].length, -unsaved[1].length)
}
