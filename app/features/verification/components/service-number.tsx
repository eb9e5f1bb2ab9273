import { Eye } from 'lucide-react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import './case.css'

interface ServiceNumberProps {
  /** Null where the member gave none. */
  masked: string | null
  /** The full number, once it was requested. */
  shown: string | null
}

/** A masked service number, which can be revealed; each access is recorded. */
export function RevealableMilitaryServiceNumber({ masked, shown }: ServiceNumberProps) {
  const { once } = useSingleSubmit('service-number')
  if (masked === null) return 'Not given'
  if (shown !== null) return <span className="num service-number">{shown}</span>
  return (
    <Form method="post" className="service-number" preventScrollReset onSubmit={once(() => undefined)}>
      <FormNameField value="service-number" />
      <span className="num">{masked}</span>
      <Button type="submit" kind="quiet" size="small">
        <Icon of={Eye} size="small" />
        Show<span className="sr-only"> the whole service number</span>
      </Button>
    </Form>
  )
}
