/** A copy of all their data that a member asked for, as the member sees it. */
export interface ExportView {
  id: string
  requestedAt: Date
  /** Null while it is being made. */
  readyAt: Date | null
  /** When it is deleted again. */
  expiresAt: Date | null
}
