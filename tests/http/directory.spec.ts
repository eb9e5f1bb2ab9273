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
    expect(await (await request.get('/directory?search=zenith+hidden')).text()).toContain('0 verified businesses found')
  })
}

// spec: 162.1
test('every listed business stands on exactly one page', async ({ request, count }) => {
  const slugs: string[] = []
  const last = Math.ceil((await count('true')) / 12)
  for (let page = 1; page <= last; page += 1) {
    const html = await (await request.get(`/directory?page=${page}`)).text()
    const cards = [...html.matchAll(/<h3 class="name"><a [^>]*href="\/business\/([a-z0-9-]+)"/g)]
    slugs.push(...cards.map((match) => match[1] ?? ''))
  }
  expect(slugs).toHaveLength(await count('true'))
  expect(new Set(slugs).size).toBe(slugs.length)
})
