import { eq } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, type PlainPage, test } from '../e2e/support/plain-page.ts'
import { createMember, memberPassword } from '../factories/members.ts'
import { notPictures, photographWithPlace } from '../pictures.ts'
import { codeOfKey } from '../totp.ts'

// The profile without a script: what the server says, keeps and does.

async function logIn(page: PlainPage, email: string): Promise<void> {
  await page.goto('/auth?returnTo=/profile')
  page.fill('Email', email)
  page.fill('Password', memberPassword)
  await page.press('Log in')
}

async function expectSignedOut(page: PlainPage): Promise<void> {
  await page.goto('/profile')
  expect(page.path).toMatch(/^\/auth\?/)
}

const today = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
})

// spec: 60.1, 139.1, 207.1
test('whoever is signed out is led to sign in, and back', async ({ visitor, site }) => {
  await visitor.goto('/profile?tab=security')
  expect(visitor.path).toBe('/auth?returnTo=%2Fprofile%3Ftab%3Dsecurity')
  const member = await withDatabaseOf(site, (db) => createMember(db))
  visitor.fill('Email', member.email)
  visitor.fill('Password', memberPassword)
  await visitor.press('Log in')
  expect(visitor.path).toBe('/profile?tab=security')
})

// spec: 3.2, 11.1, 61.3, 63.1, 126.2
test('a profile is saved; what is wrong is said and kept', async ({ join }) => {
  const { page, userId, email } = await join({ firstName: 'Jo', mobile: null, status: null })
  await page.goto('/profile')
  expect(page.text('h1')).toBe('Jo Sample')
  expect(page.text('.profile-head')).toContain('Not Started')
  expect(page.text('.profile-head')).toContain(email)
  expect(page.value('Military relationship (optional)')).toBe('1')

  page.fill('First name', '   ')
  page.fill('Last name', 'x'.repeat(101))
  page.fill('Display name (optional)', 'y'.repeat(101))
  page.fill('Mobile (optional)', '12')
  await page.press('Save changes')
  expect(page.status).toBe(400)
  expect(page.texts('.summary li')).toEqual([
    'First name is required',
    'Last name too long',
    'Display name too long',
    'Invalid phone number format',
  ])
  expect(page.value('Mobile (optional)')).toBe('12')
  const described = page.field('Mobile (optional)').getAttribute('aria-describedby') ?? ''
  expect(page.text(`[id="${described}"]`)).toBe('Invalid phone number format')
  expect(page.text('.summary h2')).toBe('There is a problem')
  expect(page.text('.summary')).toContain('Validation Error Please check the form for errors.')
  expect(page.link('Invalid phone number format').getAttribute('href')).toBe(
    `#${page.field('Mobile (optional)').getAttribute('id')}`,
  )

  page.fill('Mobile (optional)', '07700 900 456')
  page.fill('First name', '  Robin ')
  page.fill('Last name', 'Reed')
  page.fill('Display name (optional)', 'Rob')
  page.fill('Email', 'Robin@Sample.Example')
  page.fill('Military relationship (optional)', 'Reservist')
  await page.press('Save changes')
  expect(page.text('.flash')).toContain('Profile updated')
  expect(page.text('h1')).toBe('Rob')
  expect(page.value('First name')).toBe('Robin')
  expect(page.value('Mobile (optional)')).toBe('07700900456')
  expect(page.value('Email')).toBe('robin@sample.example')
  expect(page.texts('.summary')).toEqual([])

  await page.goto('/profile?tab=settings')
  expect(page.texts('dd', page.region('Account'))).toEqual([userId, today.format(new Date()), today.format(new Date())])
})

// spec: 62.1, 203.1
test('the verification tab shows what is true', async ({ join, site }) => {
  const { page, userId } = await join()
  await page.goto('/profile?tab=verification')
  expect(page.region('Verification status').textContent).toContain('Not Started')
  expect(page.region('Service details').textContent).toContain('Nothing saved yet.')
  expect(page.region('Documents').textContent).toContain('No verification documents uploaded yet')
  await withDatabaseOf(site, (db) =>
    db.insert(verifications).values({
      profileId: userId,
      serviceBranchId: 1,
      militaryRelationshipTypeId: 1,
      serviceNumber: 'D123456X',
    }),
  )
  await page.reload()
  expect(page.texts('dd', page.region('Service details'))).toEqual(['Veteran', 'Royal Navy', '••••56X'])
  await page.follow('Start Verification', page.region('Verification status'))
  expect(page.path).toBe('/verification?step=documents')
})

for (const [status, badge] of [
  ['Verified', 'Verified Member'],
  ['In Review', 'In Review'],
  ['Pending', 'Pending'],
  ['Rejected', 'Rejected'],
] as const) {
  // spec: 61.2, 166.1
  test(`the badge of a member who is ${status} is a true one`, async ({ join }) => {
    const { page } = await join({ status })
    await page.goto('/profile')
    expect(page.texts('.profile-head .badge')).toEqual([badge])
    expect(page.texts('.profile-head .badge-green')).toHaveLength(status === 'Verified' ? 1 : 0)
  })
}

// spec: 127.1, 186.1, 211.1
test('a picture is put up and taken away; what is none, or too large, is refused', async ({ join }) => {
  const { page } = await join()
  const send = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.goto('/profile')
    page.attach(page.texts('label', page.region('Picture'))[0] ?? '', { name, mimeType, buffer })
    await page.press('Upload', page.region('Picture'))
    return page.text('.flash')
  }
  expect(await send('me.png', 'image/png', Buffer.alloc(6 * 1024 * 1024))).toBe(
    'File too large Please upload an image smaller than 5MB',
  )
  expect(await send('letter.pdf', 'application/pdf', Buffer.from('%PDF-1.7'))).toBe(
    'Invalid file type Please upload an image file',
  )
  for (const [name, bytes] of (await notPictures()).slice(0, 3)) {
    expect(await send(`${name}.png`, 'image/png', bytes), name).toBe('Invalid file type Please upload an image file')
  }
  expect(page.texts('.profile-head img')).toEqual([])
  expect(await send('me.jpg', 'image/jpeg', await photographWithPlace())).toBe('Success Avatar updated successfully')
  const shown = page.find('.profile-head img.avatar').getAttribute('src') ?? ''
  expect((await page.request.get(shown)).status()).toBe(200)
  await page.press('Remove picture')
  expect(page.text('.flash')).toBe('Success Avatar removed successfully')
  expect(page.texts('.profile-head img.avatar')).toEqual([])
  await page.press('Undo deleting the picture')
  expect(page.text('.flash')).toBe('Success The picture is back.')
  expect(page.find('.profile-head img.avatar').getAttribute('src')).toBe(shown)
})

// spec: 64.1
test('a password is changed by whoever knows it, and every other sign-in ends', async ({ join, newPage }) => {
  const { page, email } = await join()
  const elsewhere = await newPage()
  await logIn(elsewhere, email)
  expect(elsewhere.path).toBe('/profile')
  await page.goto('/profile?tab=security')
  const change = async (current: string, next: string, again: string) => {
    page.fill('Current password', current, page.region('Password'))
    page.fill('New password', next, page.region('Password'))
    page.fill('Repeat new password', again, page.region('Password'))
    await page.press('Change password', page.region('Password'))
    return page.texts('.field .error', page.region('Password'))
  }
  expect(await change(memberPassword, '12345', '12345')).toEqual(['Password must be at least 6 characters'])
  expect(await change(memberPassword, 'a new password', 'another password')).toEqual(["Passwords don't match"])
  expect(await change('not my password', 'a new password', 'a new password')).toEqual([
    'Your current password is not correct',
  ])
  expect(page.text('.summary', page.region('Password'))).toContain('Error updating password')
  // No secret comes back with the page.
  expect(page.html).not.toContain('not my password')
  expect(await change(memberPassword, 'a new password', 'a new password')).toEqual([])
  expect(page.text('.flash')).toBe('Password updated Your password has been successfully changed.')
  await page.reload()
  expect(page.path).toBe('/profile?tab=security')
  await expectSignedOut(elsewhere)
})

// spec: 64.1
test('a reset link and a new sign-in address are sent by mail', async ({ join }) => {
  const { page } = await join()
  await page.goto('/profile?tab=security')
  await page.press('Send reset link')
  expect(page.text('.flash')).toBe(
    'Password reset email sent Check your email for the password reset link. This is a demo: its mail is at /dev/mail',
  )
  const requestChange = async (password: string) => {
    page.fill('New email address', 'new@sample.example')
    page.fill('Current password', password, page.region('Login email'))
    await page.press('Send confirmation link')
  }
  await requestChange('not my password')
  expect(page.texts('.field .error', page.region('Login email'))).toEqual(['Your current password is not correct'])
  expect(page.value('New email address')).toBe('new@sample.example')
  await requestChange(memberPassword)
  expect(page.text('.flash')).toContain('Check your new address')
  expect(page.text('.flash')).toContain('We sent a link to new@sample.example.')
})

/** Turns two-factor authentication on, with the first code of an app; gives the app's key. */
async function turnOnTwoFactor(page: PlainPage): Promise<string> {
  page.fill('Current password', memberPassword, page.region('Two-factor authentication'))
  await page.press('Set up two-factor')
  const key = page.text('.setup-key')
  page.fill('Code', codeOfKey(key))
  await page.press('Turn on two-factor')
  return key
}

test('staff without two-factor authentication are led to it from their pages, and back', async ({ join }) => {
  const { page } = await join({ role: 'Reviewer', secondFactor: false })
  await page.goto('/admin')
  expect(page.path).toBe('/profile?tab=security&returnTo=%2Fadmin')
  expect(page.region('Two-factor authentication').textContent).toContain('Staff pages need two-factor')
  await turnOnTwoFactor(page)
  await page.follow('I have saved my codes')
  expect(page.path).toBe('/admin')
  expect(page.text('h1')).toBe('Admin')
})

// spec: 64.2
test('two-factor authentication is turned on, used, renewed and turned off', async ({ join, newPage }) => {
  const { page, email } = await join()
  await page.goto('/profile?tab=security')
  page.fill('Current password', 'not my password', page.region('Two-factor authentication'))
  await page.press('Set up two-factor')
  expect(page.texts('.field .error', page.region('Two-factor authentication'))).toEqual([
    'Your current password is not correct',
  ])
  const key = await turnOnTwoFactor(page)
  const codes = page.texts('.recovery-codes code')
  expect(codes).toHaveLength(10)
  await page.follow('I have saved my codes')
  expect(page.region('Two-factor authentication').textContent).toContain('Two-factor authentication is on.')

  for (const code of [codeOfKey(key, 1), codes[0] ?? '']) {
    const other = await newPage()
    await logIn(other, email)
    expect(other.text('h1')).toBe('Enter your code')
    other.fill('Code', code)
    await other.press('Log in')
    expect(other.path).toBe('/profile')
  }

  const detailsOf = (summary: string) =>
    [...page.document.querySelectorAll('details')].find(
      (details) => details.querySelector('summary')?.textContent === summary,
    ) ?? page.find(`the part '${summary}'`)
  const confirm = async (summary: string, button: string, password: string) => {
    page.fill('Current password', password, detailsOf(summary))
    await page.press(button, detailsOf(summary))
  }
  await confirm('New recovery codes', 'Get new codes', memberPassword)
  expect(page.texts('.recovery-codes code')).toHaveLength(10)
  expect(page.texts('.recovery-codes code')).not.toEqual(codes)
  await page.follow('I have saved my codes')
  await confirm('Turn off two-factor authentication', 'Turn off two-factor', 'not my password')
  expect(page.texts('.field .error', detailsOf('Turn off two-factor authentication'))).toEqual([
    'Your current password is not correct',
  ])
  await confirm('Turn off two-factor authentication', 'Turn off two-factor', memberPassword)
  expect(page.text('.flash')).toContain('Two-factor authentication is off')
  expect(page.region('Two-factor authentication').textContent).toContain('Two-factor authentication is off.')
})

test('a sign-in elsewhere is seen and ended; all of them are; this browser ends its own', async ({ join, newPage }) => {
  const { page, email } = await join()
  const other = await newPage()
  await logIn(other, email)
  expect(other.path).toBe('/profile')
  await page.goto('/profile?tab=security')
  const list = () => page.region('Where you are logged in')
  expect(list().querySelectorAll('li')).toHaveLength(2)
  const ending = page.texts('button', list())
  await page.press(ending.find((name) => /^End the session on Chrome/.test(name)) ?? '', list())
  expect(page.text('.flash')).toContain('Session ended')
  expect(list().querySelectorAll('li')).toHaveLength(1)
  await expectSignedOut(other)

  const third = await newPage()
  await logIn(third, email)
  await page.goto('/profile?tab=security')
  await page.press('Sign out everywhere')
  expect(page.text('.flash')).toBe('Signed out You are signed out everywhere.')
  await expectSignedOut(page)
  await expectSignedOut(third)

  const fourth = await newPage()
  await logIn(fourth, email)
  await fourth.goto('/profile?tab=security')
  await fourth.press('End the session on this browser')
  expect(fourth.text('.flash')).toContain('Signed out')
  await expectSignedOut(fourth)
})

test('a copy of all data is asked for, and the account is deleted by whoever knows its password', async ({
  join,
  site,
}) => {
  const { page, userId } = await join()
  await page.goto('/profile?tab=settings')
  await page.press('Download all my data')
  expect(page.text('.flash')).toContain('Your data is being collected')
  const copyOf = () =>
    page.texts('a', page.region('Download my data')).find((name) => name.startsWith('Download the copy'))
  await expect
    .poll(async () => {
      await page.reload()
      return copyOf()
    })
    .toBeDefined()
  const copy = await page.request.get(page.link(copyOf() ?? '').getAttribute('href') ?? '')
  expect(copy.headers()['content-disposition']).toContain('filename="muster-data.zip"')

  const leave = async (password: string) => {
    page.fill('Current password', password, page.region('Delete my account'))
    await page.press('Delete my account for good')
  }
  expect(page.texts('.erasure-list li', page.region('Delete my account'))).not.toEqual([])
  await leave('not my password')
  expect(page.texts('.field .error', page.region('Delete my account'))).toEqual([
    'Your current password is not correct',
  ])
  await leave(memberPassword)
  expect(page.text('.flash')).toContain('Account deleted')
  await expectSignedOut(page)
  expect(await withDatabaseOf(site, (db) => db.select().from(users).where(eq(users.id, userId)))).toEqual([])
})

// spec: 60.3
test('a missing profile is said, with a way to try again', async ({ join }) => {
  const { page } = await join({ profile: false })
  await page.goto('/profile?tab=settings')
  expect(page.status).toBe(404)
  expect(page.text('h1')).toBe('Profile Not Found')
  await page.follow('Retry')
  expect([page.status, page.path]).toEqual([404, '/profile?tab=settings'])
})
