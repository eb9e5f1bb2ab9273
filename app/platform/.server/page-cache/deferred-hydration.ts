/**
 * Makes the scripts of a page wait until somebody reaches for a control: React Router's get a type that no browser runs, and its
 * modules are not loaded ahead. `app/first-script.ts` runs them. Nothing inside them is rewritten, so their hashes stay as they are.
 * @param html a whole page
 * @param atOnce whether they run as soon as the page is painted
 */
export function deferPageScripts(html: string, { atOnce }: { atOnce: boolean }): string {
  // One pass: each would copy the whole page.
  return html.replaceAll(
    /<script((?: [^>]*)?)>|<link rel="modulepreload"|data-scripts="wanted"/g,
    (found, attributes: string | undefined) => {
      if (found.startsWith('<link')) return '<link rel="wanted-modulepreload"'
      if (found.startsWith('data-')) return atOnce ? 'data-scripts="at-once"' : found
      return deferScript(found, attributes ?? '')
    },
  )
}

function deferScript(script: string, attributes: string): string {
  if (/ (src|data-left-out)=| type="(?!module")/.test(attributes)) {
    return script.replace(' data-left-out=""', ' type="text/left-out"')
  }
  const rest = attributes.replace(/ type="module"/, ' data-module=""').replace(' async=""', '')
  return `<script type="text/wanted"${rest}>`
}
