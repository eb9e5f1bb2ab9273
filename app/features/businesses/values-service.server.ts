import type { BusinessLookups } from '#app/features/reference/service.server.ts'
import { readTelephone } from '#app/lib/telephones.server.ts'
import type { DraftValues } from './form-schema.ts'
import { unknownChoices } from './rules.ts'
import { invalidPhone } from './schema.ts'

/** Error messages by field for what only the server can tell of a form that its schema takes. */
export function problemsIn(lookups: BusinessLookups, values: Partial<DraftValues>): Record<string, string[]> {
  const { businessPhoneNumber: phone } = values
  return {
    ...unknownChoices(lookups, values),
    ...(phone && !readTelephone(phone) && { businessPhoneNumber: [invalidPhone] }),
  }
}

/** What the Call button of a listing dials, as it is shown to its owner; null if nothing can be dialled. */
export function dialledNumber(phone: string | null | undefined): string | null {
  return readTelephone(phone)?.shown ?? null
}
