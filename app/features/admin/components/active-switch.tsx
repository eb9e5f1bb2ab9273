import { href } from 'react-router'
import { businessVisibilityNotChangedToastForAdmins } from '#app/features/businesses/model.ts'
import { FormSwitch } from '#app/ui/form-switch.tsx'

interface ActiveSwitchProps {
  businessId: string
  name: string
  isActive: boolean
  /** The page to return to without JavaScript. */
  page: string
}

/** Shows or hides any business, for admins. */
export function BusinessVisibilitySwitchForAdmins({ businessId, name, isActive, page }: ActiveSwitchProps) {
  return (
    <FormSwitch
      address={href('/admin/business-visibility')}
      isOn={isActive}
      field="isActive"
      others={{ businessId, page }}
      failed={businessVisibilityNotChangedToastForAdmins}
      label={`Show in the directory: ${name}`}
    >
      Show in the directory
    </FormSwitch>
  )
}
