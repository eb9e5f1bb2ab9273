import { RefreshCw } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const address = '/functions/v1/sync-stripe-products'

/** Has the products made known to the card payment provider; the shop then says what came of it. For admins alone. */
export function StripeSyncButton() {
  const { formAction } = useNavigation()
  const busy = formAction === address
  return (
    <Form method="post" action={address} preventScrollReset onSubmit={(event) => busy && event.preventDefault()}>
      <Button type="submit" kind="quiet" {...(busy && { 'aria-disabled': true, 'aria-busy': true })}>
        {busy ? <span className="spinner" aria-hidden="true" /> : <Icon of={RefreshCw} size="small" />}
        Sync with Stripe
      </Button>
    </Form>
  )
}
