import { Transform } from 'node:stream'

/** The script React Router begins with: an inline module that imports the page's own modules and then the entry. */
const bootstrap = /(<script[^>]* type="module" async="">)([\s\S]*?)(<\/script>)/

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
  let kept: Buffer | null = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (kept === null) return done(null, chunk)
      kept = Buffer.concat([kept, chunk])
      // Latin-1 maps each byte to one character and back, so that no letter is lost.
      const page = kept.toString('latin1')
      const [all, open, body, close] = bootstrap.exec(page) ?? []
      if (all === undefined || body === undefined) return done()
      const imports = body.replaceAll(/import \* as (\w+) from ("[^"]+");/g, 'const $1 = await import($2);')
      const late = page
        .replace(all, () => `${open}${afterPaint}${imports}${close}`)
        .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
      kept = null
      done(null, Buffer.from(late, 'latin1'))
    },
    flush(done) {
      done(null, kept)
    },
  })
}
