import { Transform } from 'node:stream'

/**
 * Has the browser fetch a page's scripts after what it shows: a page of ours is read before it is scripted. React Router preloads
 * its modules with the urgency of styles and fonts and takes no wish about it, so the wish is written into the head as it leaves.
 */
export function lateScripts(): Transform {
  let head: Buffer | null = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (head === null) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('</head>')
      if (end < 0) return done()
      // Latin-1 maps each byte to one character and back, so that no letter is lost.
      const marked = head.toString('latin1', 0, end).replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
      this.push(Buffer.from(marked, 'latin1'))
      done(null, head.subarray(end))
      head = null
    },
    flush(done) {
      done(null, head)
    },
  })
}
