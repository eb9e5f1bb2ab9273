import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { lateScripts } from './late-scripts.ts'

const page =
  '<html><head><title>Caffi Môn – Muster</title><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>' +
  '</head><body>Ŵyn<script nonce="n">window.x = "import * as y from \\"/no.js\\";"</script>' +
  '<script nonce="n" type="module" async="">;\nimport * as route0 from "/root.js";\nimport * as route1 from "/about.js";\n' +
  'window.modules = {root: route0};\nimport("/entry.js");</script><script nonce="n">more()</script></body></html>'

const send = (chunks: Buffer[]) => text(Readable.from(chunks).pipe(lateScripts()))

test.each([1, 2, 7, 64, 100_000])(
  'has modules fetched after the first paint, and leaves all else, in chunks of %i bytes',
  async (size) => {
    const bytes = Buffer.from(page)
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const answer = await send(chunks)
    expect(answer).toContain('<link rel="late-modulepreload" href="/a.js"/>')
    const [, script = ''] = /async="">(.*?)<\/script>/s.exec(answer) ?? []
    expect(script.indexOf('requestAnimationFrame')).toBeLessThan(script.indexOf('await import("/root.js")'))
    expect(script).toContain('const route1 = await import("/about.js");\nwindow.modules')
    expect(script).not.toContain('import * as')
    expect(answer).toMatch(/^<html><head><script nonce="n">var isLeaving=false;.*addEventListener\("popstate",moved\)/)
    expect(script).toMatch(/await import\("\/entry\.js"\);$/)
    expect(answer).toContain('Caffi Môn – Muster')
    expect(answer).toContain('Ŵyn<script nonce="n">window.x = "import * as y from \\"/no.js\\";"</script>')
    expect(answer).toMatch(/<script nonce="n">more\(\)<\/script><\/body><\/html>$/)
  },
)

test('what comes after the page’s first part is passed on as it comes', async () => {
  const stream = lateScripts()
  stream.write(page)
  expect(String(stream.read())).toContain('async="">await new Promise')
  stream.write('<p>later</p>')
  expect(String(stream.read())).toBe('<p>later</p>')
})

test('a page without that script leaves as it is', async () => {
  const plain = '<head><link rel="modulepreload" href="/a.js"/></head><p>nothing</p>'
  expect(await send([Buffer.from(plain.slice(0, 9)), Buffer.from(plain.slice(9))])).toBe(plain)
})
