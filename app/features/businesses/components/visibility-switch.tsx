import { href } from 'react-router'
import { FormSwitch } from '#app/ui/form-switch.tsx'
import { ownBusinessToasts } from '../model.ts'

interface VisibilitySwitchProps {
  isActive: boolean
  /** The path of the page it is on, for the redirect without JavaScript. */
  page: string
}

/** Shows or hides the owner's business in the directory. */
export function OwnBusinessVisibilitySwitch({ isActive, page }: VisibilitySwitchProps) {
  return (
    <FormSwitch
      address={href('/my-business/visibility')}
      isOn={isActive}
      field="isActive"
      others={{ page }}
      failed={ownBusinessToasts.visibilityFailed}
    >
      Show in the directory
    </FormSwitch>
  )
}
