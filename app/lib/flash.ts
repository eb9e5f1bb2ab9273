import { z } from 'zod'
import { cookieNames, readCookie } from './cookies.ts'
import type { ToastMessage } from './toast-message.ts'

const flashSchema: z.ZodType<ToastMessage> = z.object({
  title: z.string().max(100),
  description: z.string().max(300).optional(),
  bad: z.boolean().optional(),
})

/** The `Set-Cookie` value that shows a toast on the next page. */
export function setFlash(message: ToastMessage): string {
  const value = encodeURIComponent(JSON.stringify(message))
  return `${cookieNames.flash}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`
}

/** The message a request brings along; null for none. */
export function readFlash(cookies: string | null): ToastMessage | null {
  const value = readCookie(cookies, cookieNames.flash)
  if (!value) return null
  try {
    return flashSchema.parse(JSON.parse(decodeURIComponent(value)))
  } catch {
    return null
  }
}

/** The `Set-Cookie` value that makes an end of it once it is shown. */
export const clearFlash = `${cookieNames.flash}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
