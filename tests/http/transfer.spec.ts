import { randomUUID } from 'node:crypto'
import { linkFromMail } from '../e2e/support/mail.ts'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, test } from '../e2e/support/plain-page.ts'
import { createBusiness } from '../factories/businesses.ts'
import { memberPassword } from '../factories/members.ts'

/** An address that nobody else has, whose first letters tell it apart when it is masked. */
const anyEmail = () => `heir-${randomUUID()}@sample.example`

// spec: handover.5
test('an invitation is for one person, once, and says so to everybody else', async ({
  site,
  join,
  visitor,
  request,
}) => {
  const owner = await join()
  const name = `Dale Works ${owner.userId.slice(0, 8)}`
  await withDatabaseOf(site, (db) => createBusiness(db, { name, profileId: owner.userId }))
  const email = anyEmail()
  await owner.page.goto('/my-business')
  const section = () => owner.page.region('Transfer this listing')
  owner.page.fill('Email address of the new owner', email, section())
  owner.page.fill('Your password', memberPassword, section())
  await owner.page.press('Send the invitation', section())
  expect(owner.page.text('main .flash')).toContain('Invitation sent')
  const link = await linkFromMail(request, email, '/handover?token=')

  const other = await join()
  await other.page.goto(link)
  expect(other.page.text('main')).toContain(`another email address, h…@s….example. You are logged in as ${other.email}`)
  expect(other.page.html).not.toContain(email)
  expect(other.page.hasButton('Accept')).toBe(false)

  // Whoever logs in on the way comes back; what they press before is asked for again.
  const heir = await join({ email })
  await visitor.goto(link)
  await visitor.follow('Log in', visitor.find('main'))
  visitor.fill('Email', email)
  visitor.fill('Password', memberPassword)
  await visitor.press('Log in', visitor.find('main form'))
  expect([visitor.path, visitor.text('h1')]).toEqual([link, `Take over ${name}`])

  await heir.page.goto(link)
  const late = visitor
  await heir.page.press('Accept')
  expect(heir.page.path).toBe('/my-business')
  expect(heir.page.text('main .flash')).toContain(`${name} is yours`)
  // The same form from another tab, once more.
  await late.press('Accept')
  expect(late.path).toBe('/my-business')
  await heir.page.goto(link)
  expect(heir.page.text('h1')).toBe(`You now own the listing of ${name}`)
  for (const page of [owner.page, other.page]) {
    await page.goto(link)
    expect([page.status, page.text('h1')]).toEqual([404, 'This invitation no longer works'])
  }
})

// spec: handover.1
test('an owner withdraws an invitation, and its link ends', async ({ site, join, request }) => {
  const owner = await join()
  await withDatabaseOf(site, (db) => createBusiness(db, { profileId: owner.userId }))
  const email = anyEmail()
  await owner.page.goto('/my-business')
  owner.page.fill('Email address of the new owner', email)
  owner.page.fill('Your password', memberPassword)
  await owner.page.press('Send the invitation')
  const link = await linkFromMail(request, email, '/handover?token=')
  const heir = await join({ email })
  await heir.page.goto('/dashboard')
  await heir.page.follow('Read the invitation')
  expect(heir.page.hasButton('Accept')).toBe(true)
  await owner.page.press('Withdraw the invitation')
  expect(owner.page.text('main .flash')).toContain('Invitation withdrawn')
  await heir.page.press('Accept')
  expect(heir.page.path).toMatch(/^\/handover\?id=[0-9a-f-]{36}$/)
  expect(heir.page.text('h1')).toBe('This invitation no longer works')
  await heir.page.goto(link)
  expect(heir.page.text('h1')).toBe('This invitation no longer works')
})
