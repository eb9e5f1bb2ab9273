import { z } from 'zod'

const partSchema = z.enum(['lasting', 'recent'])

/** The last object of a backup to be written. It names no people, and can be read without the private key. */
export const backupManifestSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  startedAt: z.coerce.date(),
  /** The last migration of the database. */
  migration: z.string(),
  /** What the backup saw, as `pg_current_snapshot()`. */
  snapshot: z.string(),
  isEncrypted: z.boolean(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      part: partSchema,
      key: z.string().nullable(),
      orderBy: z.string().nullable(),
      rows: z.number(),
      /** Of the copied lines. */
      sha256: z.string(),
      path: z.string(),
    }),
  ),
  /** The next value of each sequence. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({ lasting: z.number(), recent: z.number() }),
})

export type BackupManifest = z.infer<typeof backupManifestSchema>

/** The files of one part of a backup: encrypted, with their keys. */
export const backupFileListSchema = z.array(z.object({ bucket: z.string(), key: z.string(), stored: z.string() }))

/** The same without their keys, to know which files no backup needs any more. */
export const backupStoredFileNamesSchema = z.array(z.string())

/** One entry of the log beside the backups. */
const entryBase = z.object({ happenedAt: z.coerce.date(), transactionId: z.string() })
const statusIndex = z.object({ list: z.number().int(), index: z.number().int() })
export const restoreReplayLogEntrySchema = z.discriminatedUnion('kind', [
  entryBase.extend({ kind: z.literal('backup'), entry: z.object({ name: z.string() }) }),
  entryBase.extend({ kind: z.literal('erased'), entry: z.object({ userId: z.string() }) }),
  entryBase.extend({
    kind: z.literal('verification-ended'),
    entry: z.object({ userId: z.string(), isRejected: z.boolean() }),
  }),
  entryBase.extend({
    kind: z.literal('issued'),
    entry: z.object({ credentials: z.array(statusIndex.extend({ code: z.string(), badgeKey: z.string() })) }),
  }),
  entryBase.extend({
    kind: z.literal('code-given'),
    entry: z.object({
      id: z.string(),
      partner: z.string(),
      /** Sealed. */
      code: z.string(),
      isShared: z.boolean(),
      profileId: z.string().nullable(),
      isSent: z.boolean(),
    }),
  }),
  entryBase.extend({ kind: z.literal('ended'), entry: z.object({ credentials: z.array(statusIndex) }) }),
])

export type RestoreReplayLogEntry = z.infer<typeof restoreReplayLogEntrySchema>
