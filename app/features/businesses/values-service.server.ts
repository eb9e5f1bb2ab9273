import { explainInvalidPostcode } from '#app/features/places/resolution-service.server.ts'
import type { BusinessFormLookups } from '#app/features/reference/service.server.ts'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import type { BusinessDraftValues } from './form-schema.ts'
import { businessFieldLabels, invalidPhoneMessage } from './model.ts'
import { unknownBusinessChoiceErrors } from './rules.ts'

/** Error messages by field for what only the server can tell of a form that its schema takes. */
export function serverSideBusinessFormErrors(
  lookups: BusinessFormLookups,
  values: Partial<BusinessDraftValues>,
): Record<string, string[]> {
  const { businessPhoneNumber: phone, postcode } = values
  const wrongPostcode = postcode ? explainInvalidPostcode(postcode) : null
  return {
    ...unknownBusinessChoiceErrors(lookups, values),
    ...(phone && !parseTelephone(phone) && { businessPhoneNumber: [invalidPhoneMessage] }),
    ...(wrongPostcode && { postcode: [`${businessFieldLabels.postcode} ${wrongPostcode}`] }),
  }
}

/** What the Call button of a listing dials, as it is shown to its owner; null if nothing can be dialled. */
export function formatCallButtonNumber(phone: string | null | undefined): string | null {
  return parseTelephone(phone)?.shown ?? null
}
