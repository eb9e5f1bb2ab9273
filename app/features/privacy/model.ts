declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    privacy: 'delete-account' | 'request-export'
  }
}

/** Days a copy is available. */
export const dataExportRetentionDays = 7

/** Days after which an account is deleted whose address nobody confirmed. */
export const unconfirmedAccountRetentionDays = 30

/** Copies that a member may request per day. */
export const maxDataExportsPerDay = 3

/** A copy that a member requested, as the member sees it. */
export interface DataExportView {
  id: string
  requestedAt: Date
  /** Null while it is being made. */
  readyAt: Date | null
  /** When it is deleted; null while it is being made. */
  expiresAt: Date | null
}

export type DataExportRequestResult =
  | { outcome: 'done' }
  /** A copy is already being made. */
  | { outcome: 'under-way' }
  | { outcome: 'limited'; minutes: number }
