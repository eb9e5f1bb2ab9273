import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createBusiness } from '../factories/businesses.ts'
import { createMember, memberPassword } from '../factories/members.ts'
import { anyIpAddress } from '../visitors.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { expect, open, testAsVisitor as test } from './support/test.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, to: string) => (scripted ? open(page, to) : page.goto(to))

    // spec: handover.1, handover.2, handover.3
    test(
      'an owner hands a listing on to somebody who registers for it',
      bothWaysInFullRun(scripted),
      async ({ page, browser, site, request, guard }) => {
        guard.expectComplaint(/status of (400|404)/)
        const name = `Fell Works ${randomUUID().slice(0, 8)}`
        const email = `heir-${randomUUID()}@sample.example`
        const { userId } = await withDatabaseOf(site, async (db) => {
          const owner = await createMember(db, { firstName: 'Alex', lastName: 'Former' })
          const columns = { name, email: 'alex@home.example', businessPhoneNumber: '01539 496000', city: 'Kendal' }
          await createBusiness(db, { ...columns, profileId: owner.userId })
          return owner
        })
        await signInTo(page.context(), site, userId)

        await visit(page, '/my-business')
        const section = part(page, 'Transfer this listing')
        await section.getByText('Invite the new owner').click()
        await section.getByLabel('Email address of the new owner').fill(email)
        await section.getByLabel('Your password', { exact: true }).fill('not my password')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        await section.getByRole('button', { name: 'Send the invitation' }).click()
        await expect(section.getByRole('alert')).toContainText('Your current password is not correct')
        await expect(section.getByLabel('Email address of the new owner')).toHaveValue(email)
        await section.getByLabel('Your password', { exact: true }).fill(memberPassword)
        await section.getByRole('button', { name: 'Send the invitation' }).click()
        await expectMessage(page, scripted, 'Invitation sent')
        await expect(section).toContainText(`you invited ${email}`)
        await expect(section.getByRole('button', { name: 'Withdraw the invitation' })).toBeVisible()

        const theirs = await (
          await browser.newContext({
            baseURL: site.url,
            javaScriptEnabled: scripted,
            extraHTTPHeaders: { 'X-Forwarded-For': anyIpAddress() },
          })
        ).newPage()
        await visit(theirs, await linkFromMail(request, email, '/handover?token='))
        await expect(heading(theirs)).toHaveText(`Take over ${name}`)
        await expect(
          theirs.getByText(`Alex Former wants to transfer the listing of ${name} on Muster to you.`),
        ).toBeVisible()
        await expect(theirs.getByRole('button', { name: 'Accept' })).toHaveCount(0)
        if (scripted) await expectNoFaults(theirs, inBothThemes([wide, small]))
        expect(await excess(theirs)).toBe(0)

        await theirs.getByRole('main').getByRole('link', { name: 'Register' }).click()
        await theirs.getByLabel('First name').fill('Kim')
        await theirs.getByLabel('Last name').fill('Next')
        await theirs.getByLabel('Email', { exact: true }).fill(email)
        await theirs.getByLabel('Mobile').fill('+44 7700 900123')
        await theirs.getByLabel('Password', { exact: true }).fill(memberPassword)
        await theirs.getByLabel('Repeat password', { exact: true }).fill(memberPassword)
        await theirs.getByLabel('Your military relationship').selectOption('Veteran')
        await theirs.getByRole('button', { name: 'Create account' }).click()
        await expect(theirs).toHaveURL(/sent=confirmation&returnTo=%2Fhandover/)
        await visit(theirs, await linkFromMail(request, email, '/onboarding?token='))
        await theirs.getByRole('button', { name: 'Confirm and log in' }).click()
        await expect(heading(theirs)).toContainText(`Take over ${name}`)
        // Somebody who loses their way finds the invitation again.
        await visit(theirs, '/onboarding')
        await expect(theirs.getByText(`You have been invited to take over the listing of ${name}.`)).toBeVisible()
        await theirs.getByRole('link', { name: 'Read the invitation' }).click()
        await theirs.getByRole('button', { name: 'Accept' }).click()

        await expect(theirs).toHaveURL(/\/my-business#contact$/)
        await expectMessage(theirs, scripted, `${name} is yours`)
        await expect(heading(theirs)).toHaveText('My Business')
        await expect(theirs.getByText('This listing has been yours since')).toBeVisible()
        const contact = part(theirs, 'Contact Information')
        await expect(contact.getByLabel('Email')).toHaveValue('')
        await expect(contact.getByLabel('Phone number')).toHaveValue('')
        if (scripted) await expectNoFaults(theirs, inBothThemes([small]))
        await contact.getByLabel('Phone number').fill('01539 496111')
        await contact.getByRole('button', { name: 'Save Contact Information' }).click()
        await expectMessage(theirs, scripted, 'Success')
        await expect(theirs.getByText('This listing has been yours since')).toHaveCount(0)

        await visit(page, '/my-business')
        await expect(heading(page)).toHaveText('No Business Found')
        await theirs.context().close()
      },
    )
  })
}
