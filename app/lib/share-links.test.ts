import { expect, test } from 'vitest'
import { socialShareLinksOfPage } from './share-links.ts'

test('names with signs of their own are passed on to the letter', () => {
  const address = 'https://muster.example/business/salt-and-pine'
  const { mail, networks } = socialShareLinksOfPage('Salt & Pine + 50% ?', address)
  const opened = new URL(mail)
  expect(opened.protocol).toBe('mailto:')
  expect(mail).not.toContain('+')
  expect(opened.searchParams.get('subject')).toBe('Salt & Pine + 50% ?')
  expect(opened.searchParams.get('body')).toBe(`Salt & Pine + 50% ?\n${address}`)
  expect(networks.map(({ href }) => [...new URL(href).searchParams.values()])).toEqual([
    [address],
    [address],
    ['Salt & Pine + 50% ?', address],
  ])
})
