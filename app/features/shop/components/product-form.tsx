import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { formatPence } from '#app/lib/money.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { type CartProblem, cartLimits, cartPaths, cartProblems, cartSuccessMessages } from '../cart/model.ts'
import type { ListedProduct } from '../products/model.ts'
import { productVariantLabel } from '../products/rules.ts'
import { useCart } from './cart-provider.tsx'
import './shop.css'

interface ProductFormProps {
  product: ListedProduct
  /** The page that the form returns to without JavaScript. */
  page: string
  /** Called when the product was added or can no longer be. */
  onDone?: () => void
}

/** The form that adds a variant to the cart. */
export function AddToCartForm({ product: { id, name, sold, hasOnePrice }, page, onDone }: ProductFormProps) {
  const { addItem } = useCart()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CartProblem | null>(null)
  const errorOf = (field: CartProblem['field']) =>
    problem?.field === field && problem ? { error: `${problem.title}. ${problem.description}` } : {}

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const text = (field: string) => String(typed.get(field) ?? '')
    setBusy(true)
    const answer = await addItem(String(id), text('variantId'), text('quantity'))
    setBusy(false)
    setProblem(answer)
    if (!answer) toast({ title: cartSuccessMessages.added, description: name })
    else toast({ title: answer.title, description: answer.description, bad: true })
    if (answer?.field) form.current?.querySelector<HTMLElement>(`[name=${answer.field}]`)?.focus()
    else onDone?.()
  }

  if (sold.length === 0) {
    return (
      <div className="product-form">
        <p>
          <strong>{cartProblems.notSold.title}</strong>
        </p>
        <p className="muted">{cartProblems.notSold.description}</p>
      </div>
    )
  }
  return (
    <form
      ref={form}
      className="product-form"
      method="post"
      action={cartPaths.change}
      onSubmit={add}
      // The server validates, so the messages are the same with and without JavaScript.
      noValidate
    >
      <input type="hidden" name="change" value="add" />
      <input type="hidden" name="productId" value={id} />
      <input type="hidden" name="page" value={page} />
      <SelectField
        label="Variant"
        name="variantId"
        defaultValue={sold.length === 1 ? String(sold[0]?.id) : ''}
        {...errorOf('variantId')}
      >
        {sold.length > 1 && <option value="">Choose a variant</option>}
        {sold.map((variant) => (
          <option key={variant.id} value={variant.id}>
            {productVariantLabel(variant)}
            {!hasOnePrice && ` – ${formatPence(variant.amount)}`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Quantity"
        name="quantity"
        type="number"
        inputMode="numeric"
        min={1}
        max={cartLimits.quantity}
        defaultValue={1}
        {...errorOf('quantity')}
      />
      <SubmitButton busy={busy} busyLabel="Adding…">
        Add to Cart
      </SubmitButton>
    </form>
  )
}
