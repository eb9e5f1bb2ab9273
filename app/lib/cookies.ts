/** The cookies of the product, as the code knows them; `content/cookie-policy.md` says what each is for. */
export const cookieNames = {
  session: 'muster.session_token',
  secondFactor: 'muster.two_factor',
  device: 'muster.device',
  registration: 'muster.registration',
  flash: 'flash',
  heldBusiness: 'held_step',
  heldVerification: 'held_verification',
  cart: 'cart',
  timeZone: 'time_zone',
  choice: 'cookie-choice',
  appearance: 'appearance',
} as const

/** The value of a cookie in a Cookie header; null for none. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return null
}
