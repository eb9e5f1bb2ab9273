import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Link, StaticRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { ServerRenderedLink } from './link.tsx'

const paths = [
  '/',
  '/directory',
  '/directory?search=plumber&page=2',
  '/directory?search=a+b%20c&near=St%20Ives#business-x',
  '/business/a-business#main',
  '/directory?',
  '/directory#',
  '/about/',
  '/a//b',
  '/a/../b',
  '/a/./b',
  '//elsewhere.example/x',
  '/\\elsewhere.example',
  '/with a space',
  'relative/path',
  '..',
  '?page=2',
  '#part',
  'https://elsewhere.example/x',
  'mailto:team@example.org',
]

describe('a link that the server writes', () => {
  test.each(paths)('is what React Router makes of %s', (to) => {
    for (const props of variants(to)) expect(write(ServerRenderedLink, props)).toBe(write(Link, props))
  })
})

function variants(to: string): ComponentProps<typeof Link>[] {
  return [
    { to, children: 'Read' },
    { to, className: 'more', rel: 'next', 'aria-current': 'page', preventScrollReset: true, replace: true },
    { to, reloadDocument: true, discover: 'none', target: '_blank', viewTransition: true, state: { from: 'x' } },
  ]
}

/** Attributes in the order of their names: which of them comes first makes no difference. */
function write(Component: typeof ServerRenderedLink | typeof Link, props: ComponentProps<typeof Link>): string {
  const html = renderToStaticMarkup(
    <StaticRouter location="/shop/cart?x=1">
      <Component {...props} />
    </StaticRouter>,
  )
  return html.replace(
    /^<a ([^>]*)>/,
    (_, attributes: string) =>
      `<a ${attributes
        .match(/[\w-]+="[^"]*"/g)
        ?.sort()
        .join(' ')}>`,
  )
}
