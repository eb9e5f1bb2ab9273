import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatPence, poundsToPence } from '#app/lib/money.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { type CartProblem, cartPaths, cartSuccessMessages } from '../cart/model.ts'
import { CartLineRow, UnavailableCartLineRow } from './cart-line.tsx'
import { useCart } from './cart-provider.tsx'
import './shop.css'

/** The contents of the cart, for the side panel and the cart page. `page` is where forms without JavaScript return to. */
export function CartContentsSection({ page }: { page: string }) {
  const { items, gone, clearCart } = useCart()
  const [problem, setProblem] = useState<CartProblem | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const acted = useRef(false)
  const settle = async (outcome: Promise<CartProblem | null>) => {
    acted.current = true
    setProblem(await outcome)
    acted.current = false
  }
  // The pressed button may have gone with its line, so the focus moves to the cart.
  const shown = items.length + gone.length
  useEffect(() => {
    if (acted.current && shown >= 0 && document.activeElement === document.body) list.current?.focus()
  }, [shown])
  const clear = (event: FormEvent) => {
    event.preventDefault()
    settle(clearCart())
  }
  return (
    <div ref={list} tabIndex={-1} className="cart-contents">
      {problem && (
        <Notice tone="bad">
          <p>
            <strong>{problem.title}</strong>
          </p>
          <p>{problem.description}</p>
        </Notice>
      )}
      {shown === 0 ? (
        <EmptyState title={cartSuccessMessages.empty}>
          <p>Items you add in the shop appear here.</p>
        </EmptyState>
      ) : (
        <>
          <ul>
            {items.map((line) => (
              <CartLineRow key={line.id} line={line} page={page} settle={settle} />
            ))}
            {gone.map((line) => (
              <UnavailableCartLineRow key={line.id} line={line} page={page} settle={settle} />
            ))}
          </ul>
          <form method="post" action={cartPaths.change} onSubmit={clear} className="cart-clear">
            <input type="hidden" name="change" value="clear" />
            <input type="hidden" name="page" value={page} />
            <Button type="submit" kind="quiet" size="small">
              Clear Cart
            </Button>
          </form>
        </>
      )}
    </div>
  )
}

/** The total and the button to the checkout. */
export function CartTotalWithCheckoutButton() {
  const { items, total } = useCart()
  const toast = useToast()
  if (items.length === 0) return null
  return (
    <div className="cart-sum">
      <p className="between">
        <span>Total</span>
        <strong className="num">{formatPence(poundsToPence(total))}</strong>
      </p>
      <p className="muted">We work out delivery at checkout.</p>
      <LinkButton to={cartPaths.checkout} onClick={() => toast(cartSuccessMessages.redirecting)}>
        Proceed to Checkout
      </LinkButton>
    </div>
  )
}
