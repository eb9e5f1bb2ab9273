import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { getOwnDataExports, readOwnDataExportFile, requestDataExport } from '#app/features/privacy/service.server.ts'
import {
  getOwnVerificationDocuments,
  readVerificationDocument,
} from '#app/features/verification/documents/service.server.ts'
import { uploadOwnVerificationDocument } from '#app/features/verification/documents/upload-service.server.ts'
import {
  claimPendingMilitaryService,
  getOwnVerification,
  saveOwnMilitaryService,
  savePendingMilitaryServiceOfVisitor,
} from '#app/features/verification/service.server.ts'
import { submitOwnVerification, withdrawOwnVerification } from '#app/features/verification/submission-service.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { Log } from '#app/platform/.server/observability/log.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { startWorker } from '../worker/run.ts'
import { pdf } from './factories/documents.ts'
import { createMember } from './factories/members.ts'
import { fillVerification, militaryForm } from './factories/verifications.ts'
import { settleJobs } from './jobs.ts'
import { openTestPlatform } from './platform.ts'
import { documentUpload } from './uploads.ts'

// What must lie nowhere in the clear, in any writing: in a document, in its name, and in a service number.
const marks = { document: 'Marker-In-A-Document', name: 'marker-in-a-name', number: 'MARKER7654321X' }

/** How a text may look where it was hidden badly. */
function writingsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  // The middle of base64 looks the same wherever it begins, but for three ways to begin.
  const encoded = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4)
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  )
  return [text, bytes.toString('hex'), ...encoded]
}

/** Every row of every table, the queue's among them, as text. */
async function everyRow(db: Database): Promise<string> {
  const tables = await queryRows<{ schema: string; name: string }>(
    db,
    sql`SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
        WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  )
  const all: string[] = []
  for (const { schema, name } of tables) {
    const rows = await queryRows<{ row: string }>(
      db,
      sql`SELECT t::text AS row FROM ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    )
    all.push(...rows.map(({ row }) => row))
  }
  return all.join('\n')
}

/** Every file below a folder, one behind the other, byte for byte; compressed ones as they lie. */
async function everyFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const bytes = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name))))
  return Buffer.concat(bytes).toString('latin1')
}

test('evidence lies in the clear in no row, no file and no line of the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-evidence-'))
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) as unknown as Log
  const open = await openTestPlatform({ log })
  const platform = { ...open.platform, storage: await openFileStorage({ dataDir: folder, s3: null }) }
  await startWorker(platform)
  const { userId, email } = await createMember(platform.db)
  const actor: Actor = { userId, sessionId: 's', email, role: 'Member', isStaff: false }
  const seen = async () => `${await everyRow(platform.db)}\n${await everyFile(folder)}\n${lines.join('')}`.toLowerCase()
  const expectHidden = async (when: string) => {
    const everything = await seen()
    for (const [what, text] of Object.entries(marks)) {
      for (const writing of writingsOf(text))
        expect(everything.includes(writing.toLowerCase()), `${what}, ${when}`).toBe(false)
    }
  }

  const typed = { militaryRelationshipTypeId: '1', serviceBranchId: '1', serviceNumber: marks.number }
  const held = await savePendingMilitaryServiceOfVisitor(platform, '192.0.2.1', typed)
  await expectHidden('while a visitor signs in')
  await claimPendingMilitaryService(platform, actor, 'token' in held ? held.token : '')
  const bytes = pdf(marks.document)
  const document = () => documentUpload(bytes, `${marks.name}.pdf`, 'other')
  expect(await uploadOwnVerificationDocument(platform, actor, document(), 'wizard')).toMatchObject({
    outcome: 'stored',
  })
  await saveOwnMilitaryService(platform, actor, militaryForm({ serviceNumber: marks.number }))
  await fillVerification(platform, actor, { serviceNumber: marks.number })
  await expectHidden('once it is saved')

  // What fails is told of without what it failed with.
  const put = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const full = { ...platform, storage: { ...platform.storage, put } }
  expect(await uploadOwnVerificationDocument(full, actor, document(), 'wizard')).toEqual({ outcome: 'failed' })
  await platform.db.execute(
    sql`ALTER TABLE verifications ADD CONSTRAINT refuse CHECK (service_number IS NULL) NOT VALID`,
  )
  await expect(saveOwnMilitaryService(platform, actor, militaryForm({ serviceNumber: marks.number }))).rejects.toThrow()
  await platform.db.execute(sql`ALTER TABLE verifications DROP CONSTRAINT refuse`)

  for (const { id } of await getOwnVerificationDocuments(platform, actor))
    await readVerificationDocument(platform, actor, id)
  await submitOwnVerification(platform, actor)
  await settleJobs(platform.db)
  await expectHidden('once it is read and sent')
  expect((await getOwnVerification(platform, actor))?.details?.serviceNumber).toBe('••••21X')
  // It is there to be found: the search itself finds what lies open.
  await platform.storage.put('verification-documents', `${userId}/open.sealed`, bytes)
  expect(await seen()).toContain(marks.document.toLowerCase())
  await platform.storage.delete('verification-documents', `${userId}/open.sealed`)

  // The copy of all data holds it in the clear for the member alone: it is stored sealed.
  await requestDataExport(platform, actor)
  await settleJobs(platform.db)
  await expectHidden('in a copy of all data')
  const [copy] = await getOwnDataExports(platform, actor)
  const contents = unzipSync((await readOwnDataExportFile(platform, actor, copy?.id ?? '')) ?? new Uint8Array())
  const opened = Object.entries(contents).map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1'))
  for (const text of Object.values(marks)) expect(opened.join('\n')).toContain(text)
  await platform.storage.delete('exports', `${userId}/${copy?.id}.zip`)

  await withdrawOwnVerification(platform, actor)
  await settleJobs(platform.db)
  await expectHidden('once it is withdrawn')
  expect(await everyFile(folder)).toBe('')
  await requestDataExport(platform, actor)
  await settleJobs(platform.db)
  await expectHidden('in a copy made after that')
  await open.close()
  await rm(folder, { recursive: true })
})
