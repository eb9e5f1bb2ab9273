import { FormSwitch } from '#app/ui/form-switch.tsx'
import { messages } from '../schema.ts'

interface VisibilitySwitchProps {
  isActive: boolean
  /** Where it stands, and where whoever has no script comes back to. */
  page: string
}

/** Shows the owner's business in the directory or hides it. */
export function VisibilitySwitch({ isActive, page }: VisibilitySwitchProps) {
  return (
    <FormSwitch
      address="/my-business/visibility"
      isOn={isActive}
      field="isActive"
      others={{ page }}
      failed={messages.visibilityFailed}
    >
      Show in the directory
    </FormSwitch>
  )
}
