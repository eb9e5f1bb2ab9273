import { explainPostcode } from '#app/features/places/resolution-service.server.ts'
import type { BusinessLookups } from '#app/features/reference/service.server.ts'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import type { DraftValues } from './form-schema.ts'
import { businessFieldLabels, invalidPhone } from './model.ts'
import { unknownBusinessChoices } from './rules.ts'

/** Error messages by field for what only the server can tell of a form that its schema takes. */
export function problemsIn(lookups: BusinessLookups, values: Partial<DraftValues>): Record<string, string[]> {
  const { businessPhoneNumber: phone, postcode } = values
  const wrongPostcode = postcode ? explainPostcode(postcode) : null
  return {
    ...unknownBusinessChoices(lookups, values),
    ...(phone && !parseTelephone(phone) && { businessPhoneNumber: [invalidPhone] }),
    ...(wrongPostcode && { postcode: [`${businessFieldLabels.postcode} ${wrongPostcode}`] }),
  }
}

/** What the Call button of a listing dials, as it is shown to its owner; null if nothing can be dialled. */
export function dialledNumber(phone: string | null | undefined): string | null {
  return parseTelephone(phone)?.shown ?? null
}
