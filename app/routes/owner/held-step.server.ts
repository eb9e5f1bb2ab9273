const name = 'held_step'
const week = 60 * 60 * 24 * 7

/** The token of the step somebody filled in before they signed in, from a Cookie header; null for none. */
export function readHeldStep(cookies: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,64})`).exec(cookies ?? '')?.[1] ?? null
}

/** The `Set-Cookie` value that has a browser bring a token back. */
export function keepHeldStep(token: string, { secure }: { secure: boolean }): string {
  return `${name}=${token}; Path=/; Max-Age=${week}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The `Set-Cookie` value that makes an end of it. */
export const forgetHeldStep = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
