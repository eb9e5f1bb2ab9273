import { Minus, Plus, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { href, Link } from 'react-router'
import { formatPence } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { ProductDrawing } from '#app/ui/drawn-things.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { cartLimits, cartPaths, type CartLine as Line, type UnavailableCartLine } from '../cart/model.ts'
import { useCart } from './cart-provider.tsx'
import './shop.css'

interface CartLineProps {
  line: Line
  /** The page that a form without JavaScript returns to. */
  page: string
  /** Called after a change, also if it failed. */
  settle: (outcome: ReturnType<ReturnType<typeof useCart>['clearCart']>) => void
}

/** A line of the cart with its name, quantity and total. */
export function CartLineRow({ line, page, settle }: CartLineProps) {
  const { updateQuantity } = useCart()
  const { id, slug, name, size, color, image, amount, shownAmount, quantity } = line
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = Number(buttonOf(event)?.value)
    if (wanted >= 1 && wanted <= cartLimits.quantity) settle(updateQuantity(id, wanted))
  }
  return (
    <li className="cart-line">
      <div className="product-picture">
        {image ? <img src={image} alt="" width={320} height={320} loading="lazy" /> : <ProductDrawing of="shirt" />}
      </div>
      <div className="cart-line-words">
        <p className="cart-line-name">
          <Link to={href('/shop/:slug', { slug })}>{name}</Link>
        </p>
        <p className="muted">{[color, size, `${formatPence(amount)} each`].filter(Boolean).join(', ')}</p>
        {shownAmount !== amount && (
          <p className="cart-changed">The price changed: it was {formatPence(shownAmount)} when you chose it.</p>
        )}
      </div>
      <p className="cart-line-total num">{formatPence(amount * quantity)}</p>
      <div className="cart-line-acts">
        <form method="post" action={cartPaths.change} onSubmit={change} className="stepper">
          <input type="hidden" name="change" value="update" />
          <input type="hidden" name="itemId" value={id} />
          <input type="hidden" name="page" value={page} />
          <StepButton label={`One fewer: ${name}`} to={quantity - 1} off={quantity <= 1} icon={Minus} />
          <span className="num" role="status" aria-label={`${quantity} of ${name}`}>
            {quantity}
          </span>
          <StepButton label={`One more: ${name}`} to={quantity + 1} off={quantity >= cartLimits.quantity} icon={Plus} />
        </form>
        <RemoveForm id={id} name={name} page={page} settle={settle} />
      </div>
    </li>
  )
}

/** A line that can no longer be bought. */
export function UnavailableCartLineRow({
  line,
  page,
  settle,
}: { line: UnavailableCartLine } & Omit<CartLineProps, 'line'>) {
  const name = line.name ?? 'Something we no longer sell'
  return (
    <li className="cart-line cart-line-gone">
      <div className="product-picture">
        <ProductDrawing of="shirt" />
      </div>
      <div className="cart-line-words">
        <p className="cart-line-name">{name}</p>
        <p className="muted">No longer available, so not in the total.</p>
      </div>
      <div className="cart-line-acts">
        <RemoveForm id={line.id} name={name} page={page} settle={settle} />
      </div>
    </li>
  )
}

interface StepButtonProps {
  label: string
  to: number
  /** At its limit the button stays focusable, so that keyboard users keep their place. */
  off: boolean
  icon: typeof Minus
}

function StepButton({ label, to, off, icon }: StepButtonProps) {
  return (
    <Button
      type={off ? 'button' : 'submit'}
      kind="quiet"
      className="btn-icon"
      name="quantity"
      value={to}
      aria-label={label}
      {...(off && { 'aria-disabled': true })}
    >
      <Icon of={icon} size="small" />
    </Button>
  )
}

function RemoveForm({ id, name, page, settle }: { id: string; name: string } & Omit<CartLineProps, 'line'>) {
  const { removeItem } = useCart()
  const remove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    settle(removeItem(id))
  }
  return (
    <form method="post" action={cartPaths.change} onSubmit={remove}>
      <input type="hidden" name="change" value="remove" />
      <input type="hidden" name="itemId" value={id} />
      <input type="hidden" name="page" value={page} />
      <Button type="submit" kind="quiet" size="small" aria-label={`Remove ${name}`}>
        <Icon of={Trash2} size="small" />
        Remove
      </Button>
    </form>
  )
}

function buttonOf(event: FormEvent<HTMLFormElement>): HTMLButtonElement | null {
  return (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
}
