import { militaryRelationshipTypes } from '#app/features/reference/rules.ts'
import { describeVerificationBasis } from '#app/features/verification/basis-rules.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { expect, test } from '../e2e/support/http-test.ts'
import { hidden } from '../e2e/support/named-businesses.ts'

for (const [reason, slug] of Object.entries(hidden)) {
  // spec: 3.1, 18.3, 108.1
  test(`a business nobody may see is nowhere to be seen: ${reason}`, async ({ request }) => {
    for (const address of [
      `/business/${slug}`,
      `/directory/${slug}`,
      `/business/${slug}.data`,
      `/business/${slug}/picture.png`,
      `/api/v1/businesses/${slug}`,
    ]) {
      const answer = await request.get(address)
      expect(answer.status(), address).toBe(404)
      expect(await answer.text(), address).not.toContain('Zenith Hidden')
    }
    const search = await (await request.get('/directory?search=zenith+hidden')).text()
    expect(search).not.toContain('Zenith Hidden')
    // Without the words that no listing has together others are found.
    const alone = await (await request.get('/directory?search=zenith+hidden&exact=true')).text()
    expect(alone).toContain('0 verified businesses found')
  })
}

for (const relationship of militaryRelationshipTypes) {
  test(`what is said of a business is true of its owner: ${relationship}`, async ({ request }) => {
    const claim = verifiedBusinessLabelForRelationship(relationship)
    const basis = describeVerificationBasis({ basis: 'sample', isConfirmedAlone: false })
    const search = new URLSearchParams({ relationship_type: relationship })
    const { data } = await (await request.get(`/api/v1/businesses?${search}`)).json()
    const [business] = data
    expect(business).toMatchObject({ relationship_type: relationship, claim, basis })
    const read = async (path: string) => (await (await request.get(path)).text()).replaceAll('&#x27;', "'")
    const card = /<li class="business-card"[^>]*>.*?<\/li>/s.exec(await read(`/directory?${search}`))?.[0]
    expect(card).toContain(claim)
    const page = await read(`/business/${business.business_slug}`)
    const band = /<div class="verified-band">.*?<\/div><\/div>/s.exec(page)?.[0].replaceAll('<!-- -->', '')
    expect(band).toContain(`<b>${claim}.</b> ${basis}.`)
    expect(page).toContain(`content="${business.name.replaceAll('&', '&amp;')} on Muster. ${claim}."`)
    if (relationship === 'Veteran') return
    for (const html of [card, band]) expect(html).not.toMatch(/veteran-owned/i)
    expect(page).not.toMatch(/a verified veteran-owned business/i)
  })
}

// spec: 162.1
test('every listed business stands on exactly one page', async ({ request, count }) => {
  // Another test may list a business meanwhile, and all behind it move on.
  await expect(async () => {
    const slugs: string[] = []
    const last = Math.ceil((await count('true')) / 12)
    for (let page = 1; page <= last; page += 1) {
      const html = await (await request.get(`/directory?page=${page}`)).text()
      const cards = [...html.matchAll(/<h3 class="name"><a [^>]*href="\/business\/([a-z0-9-]+)"/g)]
      slugs.push(...cards.map((match) => match[1] ?? ''))
    }
    expect(slugs).toHaveLength(await count('true'))
    expect(new Set(slugs).size).toBe(slugs.length)
  }).toPass()
})
