import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { ToastProvider } from '#app/ui/toast.tsx'
import { emptyCartView } from '../cart/model.ts'
import { type CartContextValue, CartProvider, useCart } from './cart-provider.tsx'
import { ProductGrid, ProductGridSkeleton } from './shop-screen.tsx'

function render(children: ReactNode): string {
  const element = (
    <ToastProvider>
      <CartProvider loaded={emptyCartView}>{children}</CartProvider>
    </ToastProvider>
  )
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const given: { cart?: CartContextValue } = {}

function Reader() {
  given.cart = useCart()
  return null
}

describe('useCart', () => {
  // spec: 207.5
  test('throws outside its provider', () => {
    expect(() => renderToString(<Reader />)).toThrow('useCart needs a CartProvider around it')
  })

  test('gives what is in the cart, and what changes it', () => {
    render(<Reader />)
    expect(Object.keys(given.cart ?? {}).sort()).toEqual(
      ['addItem', 'clearCart', 'gone', 'id', 'itemCount', 'items', 'removeItem', 'total', 'updateQuantity'].sort(),
    )
  })
})

describe('in place of products', () => {
  // spec: 71.1, 213.6
  test('eight skeletons stand while they are loaded', () => {
    expect(render(<ProductGridSkeleton />).match(/product-card-loading/g)).toHaveLength(8)
  })

  // spec: 201.4
  test('it is said that they could not be, with a way to try again', () => {
    const html = render(<ProductGrid products={null} />)
    expect(html).toContain('Failed to load products')
    expect(html).toContain('Try Again')
  })

  test('it is said that there are none', () => {
    expect(render(<ProductGrid products={[]} />)).toContain('No products found in your store.')
  })
})
