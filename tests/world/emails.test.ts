import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signInEmailSchema } from '#app/features/account/form-schema.ts'
import { myBusinessSectionSchemas } from '#app/features/businesses/section-form-schema.ts'
import { contentReportSchema } from '#app/features/reports/form-schema.ts'
import { parseEmailAddress } from '#app/lib/email.ts'
import { senderEmailSchema } from '#app/lib/form-fields.ts'
import { parseWebUrl } from '#app/lib/pasted-links.ts'
import { readCases } from '#tests/world/read-cases.ts'

describe.each(readCases('emails.txt'))('$typed', ({ typed, right: [signIn, contact] }) => {
  // spec: world.13.1
  test(`to log in with: ${signIn}`, () => {
    const read = signInEmailSchema.safeParse(typed)
    const message = read.error?.issues[0]?.message
    if (signIn === 'refused') return expect(message).toBe('Invalid email address')
    if (signIn === 'reason') return expect(message).toMatch(/^An email address to log in with .+\. Use another$/)
    expect(read.data).toBe(signIn)
    // The library asks this of an address.
    expect(z.email().safeParse(signIn).success).toBe(true)
  })

  // spec: world.13.2
  test(`to write to: ${contact}`, () => {
    const right = contact === 'refused' ? null : contact
    expect(parseEmailAddress(typed)).toBe(right)
    const [business, sender, report] = [
      myBusinessSectionSchemas.contact.shape.email,
      senderEmailSchema(),
      contentReportSchema.shape.email,
    ].map((schema) => schema.safeParse(typed))
    for (const read of [business, sender, report]) {
      expect(read?.success ? read.data : read?.error.issues[0]?.message).toBe(right ?? 'Invalid email address')
    }
  })
})

test('a long text is read in no time', () => {
  for (const part of ['a', 'a.', 'a@', '@', '.', ',', '<']) {
    expect(parseEmailAddress(`${part.repeat(200_000)}x`)).toBeNull()
    expect(parseWebUrl(`${part.repeat(200_000)})x`)).toBeNull()
  }
})
