import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { explainUnsentForm } from '#app/ui/preserve-input.ts'
import { type CartLine, type CartProblem, type CartView, cartPaths, cartProblems } from '../cart/model.ts'
import { cartWithItemQuantity, cartWithItemRemoved, emptiedCart } from '../cart/rules.ts'

/** The problem with a change, or null. */
type Outcome = Promise<CartProblem | null>

/** The cart and its actions. */
export interface CartContextValue extends CartView {
  /** Adds a variant; without one, the product's only variant. */
  addItem: (productId: string, variantId: string, quantity: string) => Outcome
  removeItem: (id: string) => Outcome
  updateQuantity: (id: string, quantity: number) => Outcome
  clearCart: () => Outcome
}

const CartContext = createContext<CartContextValue | null>(null)

interface CartProviderProps {
  /** The cart from the server; a new object each time it is loaded. */
  loaded: CartView
  children: ReactNode
}

/**
 * Provides `useCart()`. A change is shown at once by the same rules as on the server, whose response replaces it. Changes are
 * sent one after the other, so that they arrive in order.
 */
export function CartProvider({ loaded, children }: CartProviderProps) {
  const [cart, setCart] = useState(loaded)
  const [shown, setShown] = useState(loaded)
  const known = useRef(loaded)
  const waiting = useRef(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    known.current = loaded
  }, [loaded])
  if (shown !== loaded) {
    setShown(loaded)
    setCart(loaded)
  }

  const send = useCallback(async (fields: Record<string, string>, guess?: (before: CartView) => CartView): Outcome => {
    if (guess) setCart(guess)
    waiting.current += 1
    const answer = last.current.then(() => askServer(fields))
    last.current = answer
    const { cart: seen, problem } = await answer
    waiting.current -= 1
    if (seen) known.current = seen
    // While requests are pending, their expected result is shown.
    if (waiting.current === 0) setCart(known.current)
    return problem
  }, [])

  const value = useMemo(
    (): CartContextValue => ({
      ...cart,
      addItem: (productId, variantId, quantity) => send({ change: 'add', productId, variantId, quantity }),
      removeItem: (itemId) =>
        send({ change: 'remove', itemId }, (before) => ({
          ...before,
          ...cartWithItemRemoved(before.items, itemId),
          gone: before.gone.filter(({ id }) => id !== itemId),
        })),
      updateQuantity: (itemId, quantity) =>
        send({ change: 'update', itemId, quantity: String(quantity) }, (before) => ({
          ...before,
          ...cartWithItemQuantity(before.items, itemId, quantity),
        })),
      clearCart: () => send({ change: 'clear' }, (before) => ({ ...before, ...emptiedCart<CartLine>(), gone: [] })),
    }),
    [cart, send],
  )
  return <CartContext value={value}>{children}</CartContext>
}

/** Returns the cart and its actions. */
export function useCart(): CartContextValue {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart needs a CartProvider around it')
  return cart
}

/** Sends a change to the server, which may be unreachable. */
async function askServer(
  fields: Record<string, string>,
): Promise<{ cart: CartView | null; problem: CartProblem | null }> {
  try {
    const body = new URLSearchParams(fields)
    const headers = { Accept: 'application/json' }
    // `keepalive` delivers the request even if the page is left at once.
    const answer = await fetch(cartPaths.change, { method: 'POST', body, headers, keepalive: true })
    return await answer.json()
  } catch (error) {
    return { cart: null, problem: { ...cartProblems.notChanged, description: explainUnsentForm(error) } }
  }
}
