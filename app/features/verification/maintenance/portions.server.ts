import type { Platform } from '#app/platform/.server/platform.ts'

/** Rows per page. */
export const verificationMaintenanceRowsPerPage = 200

/** Processes rows page by page, by key. A row that fails is logged, and the others continue. */
export async function forEachVerificationMaintenanceRow<Row>(
  { log }: Pick<Platform, 'log'>,
  list: (after: string | null) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  act: (row: Row) => Promise<void>,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    const rows: Row[] = await list(after)
    for (const row of rows) {
      await act(row).catch((error) => log.error({ id: keyOf(row), error }, 'the maintenance of a verification failed'))
    }
    const last = rows.at(-1)
    if (!last || rows.length < verificationMaintenanceRowsPerPage) return
    after = keyOf(last)
  }
}
