import { expect, test, vi } from 'vitest'
import {
  type UploadedVerificationDocumentRefusalReason,
  uploadedDocumentRefusedToast,
} from '#app/features/verification/documents/refusals.ts'
import {
  detectVerificationDocumentFileType,
  findPdfFaultInLimitedProcess,
} from '#app/features/verification/documents/validate-document.server.ts'
import { ResourceLimitedProgram } from '#app/platform/.server/security/limited-process.ts'
import { objectStreamBomb, pageBomb } from './bombs.ts'
import { documentCases } from './cases.ts'

/** As the service decides. */
async function decide(bytes: Buffer): Promise<string> {
  const type = await detectVerificationDocumentFileType(bytes, 'wizard')
  return (type === 'pdf' && (await findPdfFaultInLimitedProcess(bytes))) || (type ?? 'damaged')
}

// spec: world.9.1
// spec: world.9.3
// spec: world.9.4
test('every document of the world is what it is', { timeout: 60_000 }, async () => {
  const decided = await Promise.all(documentCases.map(async ({ name, make }) => [name, await decide(await make())]))
  expect(decided).toEqual(documentCases.map(({ name, right }) => [name, right]))
})

test('PDF and Word files are from twenty public reports each, at least', async () => {
  const reported = documentCases.filter(({ report = '' }) =>
    /^https:\/\/github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+$/.test(report),
  )
  expect(new Set(reported.map(({ report }) => report)).size).toBe(reported.length)
  const isPdf = await Promise.all(reported.map(async ({ make }) => (await make()).includes('%PDF-')))
  expect(isPdf.filter(Boolean).length).toBeGreaterThan(19)
  expect(isPdf.filter((is) => !is).length).toBeGreaterThan(19)
})

// spec: world.9.2
test.each([
  ['in its list of objects', objectStreamBomb],
  ['on one page', pageBomb],
])('a small PDF that unpacks to 800 MB %s is too complicated to check', { timeout: 60_000 }, async (_, make) => {
  const bomb = make()
  expect(bomb.length).toBeLessThan(900_000)
  const run = vi.spyOn(ResourceLimitedProgram.prototype, 'run')
  expect(await findPdfFaultInLimitedProcess(bomb)).toBe('complex')
  await expect(run.mock.results.at(-1)?.value).rejects.toThrow(/^it had [34]\d\d MiB$/)
})

// spec: world.9.5
test('it is told in the words that help', () => {
  const tell = (reason: UploadedVerificationDocumentRefusalReason) =>
    uploadedDocumentRefusedToast(reason, 'medals.pdf', 'wizard')
  expect(tell('password')).toMatchObject({
    title: 'Invalid file type',
    description: 'medals.pdf needs a password to open: save a copy without one.',
  })
  expect(tell('complex').description).toBe('medals.pdf is too complicated to check: print it to a new PDF.')
  expect(tell('damaged').description).toMatch(/^medals\.pdf is damaged/)
})
