import { redirect } from 'react-router'
import { businessWizardStepPath } from '#app/features/businesses/wizard-rules.ts'
import type { Route } from './+types/draft-picture.ts'
import { acceptBusinessPictureUpload } from './picture-upload.server.ts'

/** Uploads a picture of the member's draft. */
export function action(args: Route.ActionArgs) {
  return acceptBusinessPictureUpload(args, { target: 'draft', where: 'wizard', page: businessWizardStepPath('media') })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(businessWizardStepPath('media'))
}
