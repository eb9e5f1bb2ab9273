import { href } from 'react-router'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import { nonDocumentEvidenceKindLabels, type VerificationBasis } from '../basis-rules.ts'
import type { VerificationDocumentView, WaitingVerificationBasisRecord } from '../model.ts'

/** The list of verifications of which nobody recorded what was seen. */
export const missingVerificationBasisRecordsPath = href('/admin/records')

export const missingVerificationBasisRecordPath = (id: string) => href('/admin/records/:id', { id })

/** What an earlier approval can be recorded to rest on. */
export const retroactiveVerificationBases = [
  'documents',
  'video-call',
  'in-person',
  'unit-or-employer',
] as const satisfies VerificationBasis[]
export type RetroactiveVerificationBasis = (typeof retroactiveVerificationBases)[number]

export const retroactiveVerificationBasisLabels: Record<RetroactiveVerificationBasis, string> = {
  documents: 'Documents that are stored here: I have opened each of them',
  ...nonDocumentEvidenceKindLabels,
}

/** How many verifications have no record, as far as somebody of the staff has something to do about them. */
export interface VerificationWithoutBasisRecordCounts {
  /** Without a record; null for reviewers, as admins write them. */
  missing: number | null
  /** With one that waits for a second person. */
  waiting: number
}

/** A verification in the list. */
export interface VerificationWithoutBasisRecord {
  /** Of the case. */
  id: string
  name: string
  business: string | null
  verifiedAt: Date | null
  /** A record waits for a second person. */
  isWaiting: boolean
}

/** One of them, with what there is to go by. */
export interface VerificationWithoutBasisRecordDetails {
  id: string
  name: string
  business: { name: string; slug: string } | null
  documents: VerificationDocumentView[]
  /** The record that waits for a second person; null where there is none. */
  waiting: WaitingVerificationBasisRecord | null
  /** Whether this member of staff may write a record. */
  canRecord: boolean
  /** Whether they may confirm the one that waits; 'alone' where they wrote it and nobody else can. */
  canConfirm: boolean | 'alone'
}

export type RetroactiveVerificationBasisRefusal = 'changed' | 'excluded' | 'unopened'

export const retroactiveVerificationBasisRefusalToasts: Record<RetroactiveVerificationBasisRefusal, ToastMessage> = {
  changed: failureToast(
    'Nothing was changed',
    'It was recorded, taken back or ended meanwhile. This page shows how things are now.',
  ),
  excluded: failureToast('Nothing was changed', 'You have a part in this verification, so someone else does it.'),
  unopened: failureToast('Not recorded', 'Open every document that is stored first.'),
}

export const retroactiveVerificationBasisToasts = {
  settled: { title: 'Recorded', description: 'The page of the business says so now.' } as ToastMessage,
  waiting: { title: 'Recorded', description: 'It waits for a second person.' } as ToastMessage,
  alone: {
    title: 'Recorded',
    description: 'Nobody else on the staff can confirm it. You may do so alone, and the public pages will say that.',
    asks: 'here',
  } as ToastMessage,
  confirmed: { title: 'Confirmed', description: 'The page of the business says so now.' } as ToastMessage,
  takenBack: { title: 'Taken back', description: 'The verification is in the list again.' } as ToastMessage,
  failed: failureToast('Nothing was changed', 'Try again in a moment.'),
}
