import { Transform } from 'node:stream'

/** React Router's first script: an inline module that imports the route modules and then the entry. */
const marker = ' type="module" async="">'
const bootstrap = /(<script[^>]* type="module" async="">)([\s\S]*?)(<\/script>)/

/**
 * Until the router handles URL changes, Back to another URL of the same document must reload it, and the scripts of the abandoned
 * page must not take over. `entry.client.tsx` reads `isLeaving`, and dispatches 'hydrated' once the router handles URL changes.
 * First in the head, because people press Back while the page is still loading.
 */
const reloadOnBack =
  'var isLeaving=false;{const place=()=>location.pathname+location.search,at=place(),' +
  'moved=()=>{if(place()!==at){isLeaving=true;location.reload()}};addEventListener("popstate",moved);' +
  'addEventListener("hydrated",()=>removeEventListener("popstate",moved),{once:true})}'

/** Loads the modules after the first paint, or after a second if the page is not visible. */
const afterPaint =
  'await new Promise((painted)=>{requestAnimationFrame(()=>setTimeout(painted));setTimeout(painted,1000)});' +
  'for(const link of document.querySelectorAll(\'link[rel="late-modulepreload"]\'))link.rel="modulepreload";'

/**
 * Delays a page's scripts until after the first paint. Every page works without them, and on a slow connection they would compete
 * with styles, fonts and pictures. React Router has no option for this, so the response stream is rewritten: its first script
 * loads its imports after the first paint. If that script's format ever changes, the page is sent unchanged.
 */
export function lateScripts(): Transform {
  // Latin-1 maps each byte to one character and back, so a character split between two chunks survives.
  let kept = ''
  let seam = ''
  let hasBegun = false
  let isRewritten = false
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (isRewritten) return done(null, chunk)
      const text = chunk.toString('latin1')
      kept += text
      // The script is at the end of the page. Until it starts, only the new text is searched.
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
