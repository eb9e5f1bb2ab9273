import { uploadOwnVerificationDocument } from '#app/features/verification/documents/upload-service.server.ts'
import { type MilitaryServiceInput, militaryServiceSchema } from '#app/features/verification/form-schema.ts'
import { saveOwnMilitaryService } from '#app/features/verification/service.server.ts'
import {
  acceptOwnVerificationDeclaration,
  submitOwnVerification,
} from '#app/features/verification/submission-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { documentUpload } from '../uploads.ts'
import { pdf } from './documents.ts'

/** The first step as a form gives it: a veteran of the Royal Navy, unless said otherwise. */
export function militaryForm(options: Partial<Record<keyof MilitaryServiceInput, string>> = {}): MilitaryServiceInput {
  return militaryServiceSchema.parse({ militaryRelationshipTypeId: '1', serviceBranchId: '1', ...options })
}

/** Takes a member through all steps but the last. */
export async function fillVerification(
  platform: Platform,
  actor: Actor,
  options: Parameters<typeof militaryForm>[0] = {},
): Promise<void> {
  await saveOwnMilitaryService(platform, actor, militaryForm(options))
  const document = documentUpload(pdf(), 'paper.pdf', 'veteran-card')
  const { outcome } = await uploadOwnVerificationDocument(platform, actor, document, 'wizard')
  if (outcome !== 'stored') throw new Error(`the document was not stored: ${outcome}`)
  await acceptOwnVerificationDeclaration(platform, actor)
}

/** Takes a member through all steps. */
export async function sendVerification(platform: Platform, actor: Actor): Promise<void> {
  await fillVerification(platform, actor)
  const result = await submitOwnVerification(platform, actor)
  if (result !== 'submitted') throw new Error(`the verification was not sent: ${result}`)
}
