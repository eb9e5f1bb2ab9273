import { expect, test } from 'vitest'
import { deferPageScripts } from './deferred-hydration.ts'

const page = [
  '<html data-scripts="wanted"><head><title>Caffi Môn</title>',
  '<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>',
  '<script type="module" async="" src="/first.js" nonce="n"></script>',
  '<script type="application/ld+json" nonce="n">{"name":"a script"}</script></head><body>Ŵyn &lt;script&gt;',
  '<script nonce="n" data-left-out="">scrollTo(0, 1)</script>',
  '<script nonce="n">window.x = "import * as y"</script>',
  '<script nonce="n" type="module" async="">import * as route0 from "/root.js";</script></body></html>',
].join('')

test('the scripts of React Router wait, unchanged inside, and nothing else does', () => {
  expect(deferPageScripts(page, { atOnce: false })).toBe(
    [
      '<html data-scripts="wanted"><head><title>Caffi Môn</title>',
      '<link rel="wanted-modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>',
      '<script type="module" async="" src="/first.js" nonce="n"></script>',
      '<script type="application/ld+json" nonce="n">{"name":"a script"}</script></head><body>Ŵyn &lt;script&gt;',
      '<script nonce="n" type="text/left-out">scrollTo(0, 1)</script>',
      '<script type="text/wanted" nonce="n">window.x = "import * as y"</script>',
      '<script type="text/wanted" nonce="n" data-module="">import * as route0 from "/root.js";</script></body></html>',
    ].join(''),
  )
})

test('a page that does something by itself says so to the first script', () => {
  expect(deferPageScripts(page, { atOnce: true })).toContain('<html data-scripts="at-once">')
})
