import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { partnerOffers, reuPartnerContent, sagePartnerContent } from '../service.server.ts'
import { ReuPartnerPage } from './reu-screen.tsx'
import { SagePartnerPage } from './sage-screen.tsx'

/** The texts of a page, and where its links lead. */
const show = (element: React.ReactElement) =>
  renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
    .replace(/<!--.*?-->/g, '')
    .replace(/<(?:[^>]*? href="([^"]*)")?[^>]*>/g, ' $1 ')

/** Words by which a page of a partner promises something of ours. */
const promises = /\bfree\b|\bcodes?\b|\bmonths\b|\boffer\b|\bemail|\bclaim|\bverif|nothing to pay|\/verification/i

// spec: world.6.8
test('a partner without an offer promises nothing', () => {
  expect(show(<SagePartnerPage page={sagePartnerContent} />)).toMatch(promises)
  expect(show(<SagePartnerPage page={{ ...sagePartnerContent, offer: null }} />)).not.toMatch(promises)
  expect(show(<ReuPartnerPage page={reuPartnerContent} />)).not.toMatch(promises)
  const { offer: _, ...without } = sagePartnerContent
  expect(JSON.stringify(without)).not.toMatch(promises)
  expect(JSON.stringify(reuPartnerContent)).not.toMatch(promises)
})

// spec: world.6.8
test('the page says who may have the offer, and has no access link', () => {
  const page = show(<SagePartnerPage page={sagePartnerContent} />)
  expect(page).toContain('For verified members with a business in the directory.')
  expect(partnerOffers.sage?.link).toMatch(/^https:/)
  expect(page + JSON.stringify(sagePartnerContent)).not.toContain(partnerOffers.sage?.link)
})
