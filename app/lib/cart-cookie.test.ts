import { expect, test } from 'vitest'
import { readCartToken, setCartToken } from './cart-cookie.ts'

test('a browser brings back the token it was given', () => {
  const cookie = setCartToken('a-Token_1', { secure: true })
  expect(cookie).toBe('cart=a-Token_1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure')
  expect(setCartToken('a', { secure: false })).not.toContain('Secure')
  expect(readCartToken(`flash=x; ${cookie.split(';')[0]}; appearance=dark`)).toBe('a-Token_1')
})

test.each([null, '', 'carton=abc', 'cart=', 'cart=a b"c', `cart=${'x'.repeat(65)}`])('%j holds none', (cookies) => {
  expect(readCartToken(cookies)).toBeNull()
})
