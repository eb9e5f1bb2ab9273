import { formatLongDate } from '#app/lib/dates.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { BusinessValues } from '../../section-form-schema.ts'

interface TakenOnNoticeProps {
  values: BusinessValues
  takenOnAt: Date
}

/** What a new owner checks first, until they have said how customers can reach them. */
export function NewBusinessOwnerNotice({ values, takenOnAt }: TakenOnNoticeProps) {
  if (values.email ?? values.businessPhoneNumber) return null
  return (
    <Notice tone="waiting">
      <p>
        This listing has been yours since {formatLongDate(takenOnAt)}. We have removed the former owner's email address,
        phone number and street address. Check these first:
      </p>
      <ul className="plain-list">
        <li>
          <a href="#contact">Contact Information</a>: your email address, phone number and website.
        </li>
        <li>
          <a href="#address">Address</a>: your street address, town and postcode.
        </li>
        <li>
          <a href="#basic">Basic Information</a>: texts that name the former owner, and the company number.
        </li>
      </ul>
    </Notice>
  )
}
