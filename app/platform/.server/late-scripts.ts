import { Transform } from 'node:stream'

/** The script React Router begins with: an inline module that imports the page's own modules and then the entry. */
const marker = ' type="module" async="">'
const bootstrap = /(<script[^>]* type="module" async="">)([\s\S]*?)(<\/script>)/

/**
 * Until the router follows the address, going back to another address of the same document must load it, and the scripts of the
 * page that is left must not take over any more. `entry.client.tsx` reads `isLeaving`, and dispatches 'hydrated' once the router
 * follows. First in the head: people press Back while the rest of the page is still on its way, too.
 */
const reloadOnBack =
  'var isLeaving=false;{const place=()=>location.pathname+location.search,at=place(),' +
  'moved=()=>{if(place()!==at){isLeaving=true;location.reload()}};addEventListener("popstate",moved);' +
  'addEventListener("hydrated",()=>removeEventListener("popstate",moved),{once:true})}'

/** Waits until the page has been painted, or a second where it is not to be seen, and only then has the modules fetched. */
const afterPaint =
  'await new Promise((painted)=>{requestAnimationFrame(()=>setTimeout(painted));setTimeout(painted,1000)});' +
  'for(const link of document.querySelectorAll(\'link[rel="late-modulepreload"]\'))link.rel="modulepreload";'

/**
 * Has the browser fetch a page's scripts once it shows the page: everything here is read, and works, before it is scripted, and on
 * a slow line the scripts would take the line from styles, fonts and pictures. React Router asks for its modules at once and takes
 * no wish about it, so its first script is rewritten as it leaves: what it imports, it imports after the first paint. Should that
 * script ever look otherwise, the page leaves as it is.
 */
export function lateScripts(): Transform {
  // Latin-1 maps each byte to one character and back, so that no letter is lost where it is cut in two.
  let kept = ''
  let seam = ''
  let hasBegun = false
  let isRewritten = false
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (isRewritten) return done(null, chunk)
      const text = chunk.toString('latin1')
      kept += text
      // The script stands at the end of a page: until it begins, only what is new is looked through.
      const seen = seam + text
      hasBegun ||= seen.includes(marker)
      seam = seen.slice(-marker.length)
      const script = hasBegun ? bootstrap.exec(kept) : null
      if (!script) return done()
      isRewritten = true
      done(null, Buffer.from(rewrite(kept, script), 'latin1'))
    },
    flush(done) {
      done(null, isRewritten ? undefined : Buffer.from(kept, 'latin1'))
    },
  })
}

function rewrite(page: string, [all, open, body = '', close]: RegExpExecArray): string {
  const imports = body
    .replaceAll(/import \* as (\w+) from ("[^"]+");/g, 'const $1 = await import($2);')
    .replace(/import\(("[^"]+")\);\s*$/, 'await import($1);')
  const [nonce = ''] = / nonce="[^"]*"/.exec(open ?? '') ?? []
  return page
    .replace(all, () => `${open}${afterPaint}${imports}${close}`)
    .replace('<head>', () => `<head><script${nonce}>${reloadOnBack}</script>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
}
