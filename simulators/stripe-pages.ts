import { withStates } from './countries.ts'
import { type Buyer, paySession, sampleBuyer, settleLater } from './stripe-events.ts'
import { closedPage, payPage, type Typed } from './stripe-page.ts'
import { Refusal, type Session, type Store } from './stripe-store.ts'
import type { Webhooks } from './stripe-webhooks.ts'

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The initial values of the form, so that trying the shop takes no typing. */
const sampleTyped: Typed = {
  email: sampleBuyer.email,
  name: sampleBuyer.name,
  line1: sampleBuyer.address.line1,
  city: sampleBuyer.address.city,
  postcode: sampleBuyer.address.postal_code,
}

/** Responds to browsers: the page of a session, and its form. */
export function openPages({ store, webhooks, keep }: { store: Store; webhooks: Webhooks; keep: () => void }) {
  const show = (session: Session, typed: Typed, problem: string | null): HttpResponse => {
    const rates = session.shipping_options.flatMap(({ shipping_rate }) => store.rates.get(shipping_rate) ?? [])
    const shown = { ...sampleTyped, ...(session.customer_email && { email: session.customer_email }), ...typed }
    const lines = store.lines.get(session.id) ?? []
    return html(problem ? 402 : 200, payPage({ session, lines, rates, typed: shown, problem }))
  }

  return (method: string, path: string, body: string): HttpResponse => {
    const session = store.sessions.get(/^\/c\/pay\/([^/]+)$/.exec(path)?.[1] ?? '') ?? null
    if (session?.status === 'complete') return seeOther(successUrl(session))
    if (session?.status !== 'open') return html(session ? 410 : 404, closedPage(session))
    if (method !== 'POST') return show(session, {}, null)
    const typed: Typed = Object.fromEntries(new URLSearchParams(body))
    try {
      paySession(store, webhooks, session.id, buyerOf(typed))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return show(session, typed, error.message)
    }
    keep()
    if (typed.card === 'later') settleLater(store, webhooks, session.id, keep)
    return seeOther(successUrl(session))
  }
}

/** The URL the buyer is redirected to. */
export function successUrl({ id, success_url }: Session): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function buyerOf(typed: Typed): Buyer {
  const asked = (name: string) => {
    const value = typed[name]?.trim()
    if (!value) throw new Refusal('Please fill in the address and the email.')
    return value
  }
  return {
    email: asked('email'),
    name: asked('name'),
    address: {
      line1: asked('line1'),
      line2: typed.line2?.trim() || null,
      city: asked('city'),
      state: withStates.includes(asked('country')) ? asked('state') : null,
      postal_code: asked('postcode'),
      country: asked('country'),
    },
    shipping: Number(typed.shipping ?? 0),
    card: typed.card === 'declined' || typed.card === 'later' ? typed.card : 'works',
  }
}

function html(status: number, body: string): HttpResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
    body,
  }
}

function seeOther(location: string): HttpResponse {
  return { status: 303, headers: { Location: location }, body: '' }
}
