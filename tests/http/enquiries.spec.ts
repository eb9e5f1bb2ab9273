import { randomUUID } from 'node:crypto'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, test } from '../e2e/support/plain-page.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'

async function plant(site: Parameters<typeof withDatabaseOf>[0]) {
  return withDatabaseOf(site, async (db) => {
    const { userId } = await createMember(db, { status: 'Verified' })
    return createBusiness(db, { profileId: userId })
  })
}

// spec: leads.1, leads.4
test('the form is the same for all visitors, is kept, and ends with the listing', async ({ visitor, site }) => {
  const { id, businessSlug } = await plant(site)
  const path = `/business/${businessSlug}/enquire`
  for (let time = 0; time < 3; time += 1) await visitor.goto(path)
  expect(visitor.text('h1')).toBe('Ask for a quote')
  const hide = `UPDATE businesses SET is_active = false WHERE id = '${id}'`
  await withDatabaseOf(site, (db) => db.execute(hide))
  // The server hears of what another process has changed within a second.
  await expect(async () => {
    await visitor.goto(path)
    expect(visitor.status).toBe(404)
  }).toPass()
  expect(visitor.text('h1')).toBe('Business Not Found')
})

test('an enquiry to a business that left meanwhile is not lost', async ({ visitor, site }) => {
  const { id, businessSlug } = await plant(site)
  await visitor.goto(`/business/${businessSlug}/enquire`)
  await withDatabaseOf(site, (db) => db.execute(`UPDATE businesses SET is_active = false WHERE id = '${id}'`))
  visitor.fill('What do you need?', 'A fence.')
  visitor.fill('Where?', 'Kendal')
  visitor.fill('Name', 'Kim Example')
  visitor.fill('Email', `kim-${randomUUID()}@sample.example`)
  await visitor.press('Send enquiry')
  expect(visitor.status).toBe(404)
  expect(visitor.text('main')).toContain('This business no longer accepts enquiries')
  expect(visitor.value('What do you need?')).toBe('A fence.')
})

test('a form of a megabyte, of another site or with a made-up firm sends nothing', async ({ request, site }) => {
  const { businessSlug } = await plant(site)
  const path = `${site.url}/business/${businessSlug}/enquire`
  const form = { form: 'ask', needs: 'x', place: 'y', name: 'z', email: 'kim@sample.example' }
  const origin = { Origin: site.url }
  expect((await request.post(path, { headers: { Origin: 'https://evil.example' }, form })).status()).toBe(403)
  const nobody = `${site.url}/business/no-such-business/enquire`
  expect((await request.post(nobody, { headers: origin, form })).status()).toBe(404)
  expect((await request.get(`${site.url}/enquiries/sent.json?token=x`)).status()).toBe(404)
  // Last, as the server closes the connection.
  const large = await request.post(path, { headers: origin, form: { ...form, needs: 'x'.repeat(1_100_000) } })
  expect([400, 413]).toContain(large.status())
})
