/** Days a copy of somebody's data is kept. */
export const exportDays = 7

/** Copies that a member may ask for in a day. */
export const exportsPerDay = 3

/** A copy of all their data that a member asked for, as the member sees it. */
export interface DataExportView {
  id: string
  requestedAt: Date
  /** Null while it is being made. */
  readyAt: Date | null
  /** When it is deleted; null while it is being made. */
  expiresAt: Date | null
}

export type ExportRequestResult =
  | { outcome: 'done' }
  /** One is being made already. */
  | { outcome: 'under-way' }
  | { outcome: 'limited'; minutes: number }
