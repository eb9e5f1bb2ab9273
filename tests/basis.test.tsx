import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as mupdf from 'mupdf'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect } from 'vitest'
import { verifiedBadgeVariants } from '#app/features/credentials/badge/model.ts'
import { getVerifiedBadgeSvgByKey } from '#app/features/credentials/badge/service.server.ts'
import { VerifyCredentialAnswerPage } from '#app/features/credentials/components/verify-screen.tsx'
import { makeOwnBadgeKitFile } from '#app/features/credentials/kit/service.server.ts'
import { checkListingCredential } from '#app/features/credentials/service.server.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { toApiBusiness } from '#app/features/directory/api.server.ts'
import { PublicBusinessPage } from '#app/features/directory/components/business-page.tsx'
import { emptyDirectorySearch } from '#app/features/directory/model.ts'
import { getBusinessPage, getPublicBusiness } from '#app/features/directory/page-service.server.ts'
import { searchDirectoryForApi } from '#app/features/directory/service.server.ts'
import {
  describeVerificationBasis,
  nonDocumentEvidenceKinds,
  type PublicVerificationBasisRecord,
  seenByOneReviewerLabel,
  verificationBases,
} from '#app/features/verification/basis-rules.ts'
import { HowWeVerifyArticle } from '#app/features/verification/components/how-we-verify.tsx'
import { WhatWeCheckedPanel } from '#app/features/verification/components/what-we-checked.tsx'
import { describeBusinessChecks, getBusinessChecks } from '#app/features/verification/facts/checks-service.server.ts'
import { verificationRecords } from '#app/features/verification/tables.server.ts'
import { actorOf } from './factories/actors.ts'
import { createBusiness, createRecord } from './factories/businesses.ts'
import { platform, test } from './platform-test.ts'

// How a business was checked: whatever its verification rests on, everything public says it in the same words.

test.beforeAll(async () => {
  await ensureCredentialSigningKey(platform)
})

/** Every record that there can be; null is a verification from before there were any. */
const records: (PublicVerificationBasisRecord | null)[] = [
  null,
  ...verificationBases.map((basis) => ({ basis, isConfirmedAlone: false })),
  ...nonDocumentEvidenceKinds.map((basis) => ({ basis, isConfirmedAlone: true })),
]

const nameOf = (record: PublicVerificationBasisRecord | null) =>
  record ? `${record.basis}${record.isConfirmedAlone ? ', confirmed alone' : ''}` : 'no record'

interface Listed {
  name: string
  slug: string
  ownerId: string
  code: string
  badgeKey: string
}

async function list(record: PublicVerificationBasisRecord | null): Promise<Listed> {
  const name = `Firm ${randomUUID().slice(0, 8)}`
  const business = await createBusiness(platform.db, { name, owner: { basis: null } })
  const ownerId = business.profileId ?? ''
  if (record) await createRecord(platform.db, ownerId, record.basis, record)
  const [row] = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
  if (!row) throw new Error('no code was issued')
  return { name, slug: business.businessSlug, ownerId, code: row.code, badgeKey: row.badgeKey }
}

function textOf(element: ReactElement): string {
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

async function readKitFile({ ownerId }: Listed, file: 'certificate.pdf' | 'credential.jwt'): Promise<Uint8Array> {
  const made = await makeOwnBadgeKitFile(platform, actorOf(ownerId), file)
  if (made.outcome !== 'done') throw new Error(`no ${file}: ${made.outcome}`)
  return made.bytes
}

/** Everything public that says of a business that it was checked, as text. */
const surfaces: Record<string, (listed: Listed) => Promise<string | undefined>> = {
  'the band of its page': async ({ slug }) => {
    const business = await getBusinessPage(platform, slug)
    return business ? textOf(<PublicBusinessPage business={business} canEdit={false} back="/directory" />) : undefined
  },
  'the panel of its page': async ({ slug }) => {
    const checks = await getBusinessChecks(platform, null, slug)
    const panel = checks && describeBusinessChecks(checks)
    return panel ? textOf(<WhatWeCheckedPanel {...panel} />) : undefined
  },
  ...Object.fromEntries(
    verifiedBadgeVariants.map((variant) => [
      `the badge ${variant}`,
      async ({ badgeKey: key }: Listed) => (await getVerifiedBadgeSvgByKey(platform, { key, variant }))?.svg,
    ]),
  ),
  'the answer to its code': async ({ code }) => {
    const answer = (await checkListingCredential(platform, { code }))?.answer
    return answer && textOf(<VerifyCredentialAnswerPage answer={answer} email="a@muster.example" />)
  },
  'its certificate': async (listed) =>
    mupdf.PDFDocument.openDocument(await readKitFile(listed, 'certificate.pdf'), 'application/pdf')
      .loadPage(0)
      .toStructuredText('')
      .asText(),
  'its signed credential': async (listed) =>
    Buffer.from(
      Buffer.from(await readKitFile(listed, 'credential.jwt'))
        .toString()
        .split('.')[1] ?? '',
      'base64url',
    ).toString(),
  'the API': async ({ slug }) => {
    const row = await getPublicBusiness(platform, slug)
    return row ? JSON.stringify(toApiBusiness(row, platform.publicUrl)) : undefined
  },
  'the list of the API': async ({ name }) => {
    const { businesses } = await searchDirectoryForApi(platform, { ...emptyDirectorySearch, search: name })
    expect(businesses).toHaveLength(1)
    return JSON.stringify(businesses.map((row) => toApiBusiness(row, platform.publicUrl)))
  },
}

describe.each(records.map((record) => [nameOf(record), record] as const))('with %s', (_name, record) => {
  // spec: hold.1.31
  test('everything public says how it was checked, word for word', async () => {
    const listed = await list(record)
    const words = describeVerificationBasis(record)
    const others = records.map(describeVerificationBasis).filter((other) => !words.startsWith(other))
    for (const [surface, read] of Object.entries(surfaces)) {
      const text = await read(listed)
      expect(text, surface).toContain(words)
      for (const other of others) expect(text, surface).not.toContain(other)
      if (!record?.isConfirmedAlone) expect(text, surface).not.toContain(seenByOneReviewerLabel)
      // What only one of the ways is.
      if (record?.basis !== 'documents') expect(text, surface).not.toMatch(/\bread (the )?documents|checked the owner/i)
    }
  })

  test('the page How we verify explains it', () => {
    const text = textOf(
      <HowWeVerifyArticle terms={{ evidenceDays: 30, validDays: 365, graceDays: 30 }} email="a@muster.example" />,
    )
    for (const part of describeVerificationBasis(record).split(`, ${seenByOneReviewerLabel}`))
      expect(text).toContain(part)
    expect(text).toContain(seenByOneReviewerLabel)
  })
})

test('the ways differ in words', () => {
  const words = records.map(describeVerificationBasis)
  expect(new Set(words).size).toBe(words.length)
  expect(describeVerificationBasis({ basis: 'import', isConfirmedAlone: false })).toBe(
    'Checked before it came to Muster',
  )
  expect(describeVerificationBasis({ basis: 'sample', isConfirmedAlone: false })).toMatch(/^A sample/)
})

test('of an import nothing says when it was checked', async () => {
  const { code } = await list({ basis: 'import', isConfirmedAlone: false })
  expect((await checkListingCredential(platform, { code }))?.answer.verified?.checkedAt).toBeNull()
})

test('what waits for a second person is not said yet, and what has ended no longer', async () => {
  const { slug, ownerId } = await list(null)
  const said = async () => (await getBusinessPage(platform, slug))?.basis
  await platform.db.insert(verificationRecords).values({ profileId: ownerId, basis: 'video-call' })
  expect(await said()).toBe(describeVerificationBasis(null))
  await platform.db
    .update(verificationRecords)
    .set({ confirmedAt: new Date() })
    .where(eq(verificationRecords.profileId, ownerId))
  expect(await said()).toBe(describeVerificationBasis({ basis: 'video-call', isConfirmedAlone: false }))
  await platform.db
    .update(verificationRecords)
    .set({ endedAt: new Date() })
    .where(eq(verificationRecords.profileId, ownerId))
  expect(await said()).toBe(describeVerificationBasis(null))
})
