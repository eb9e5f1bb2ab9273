import { explainPostcode } from '#app/features/places/service.server.ts'
import type { BusinessLookups } from '#app/features/reference/service.server.ts'
import { readTelephone } from '#app/lib/telephones.server.ts'
import type { DraftValues } from './form-schema.ts'
import { unknownChoices } from './rules.ts'
import { fieldLabels, invalidPhone } from './schema.ts'

/** Error messages by field for what only the server can tell of a form that its schema takes. */
export function problemsIn(lookups: BusinessLookups, values: Partial<DraftValues>): Record<string, string[]> {
  const { businessPhoneNumber: phone, postcode } = values
  const wrongPostcode = postcode ? explainPostcode(postcode) : null
  return {
    ...unknownChoices(lookups, values),
    ...(phone && !readTelephone(phone) && { businessPhoneNumber: [invalidPhone] }),
    ...(wrongPostcode && { postcode: [`${fieldLabels.postcode} ${wrongPostcode}`] }),
  }
}

/** What the Call button of a listing dials, as it is shown to its owner; null if nothing can be dialled. */
export function dialledNumber(phone: string | null | undefined): string | null {
  return readTelephone(phone)?.shown ?? null
}
