import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import type { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issueEmailLinkTokenId } from '#app/features/account/token-service.server.ts'
import { verificationDeclarationText } from '#app/features/verification/model.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { actorContext } from '#app/platform/.server/http/request-context.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { contextFor } from './call-route.ts'
import { createBusiness } from './factories/businesses.ts'
import { createStaff } from './factories/cases.ts'
import { formNames } from './form-names.ts'
import { tokenInLink } from './links.ts'
import { openTestPlatform } from './platform.ts'
import { listRoutes, loadRoute } from './server-build.ts'

// Every form of the product while nothing answers that it needs: what its failure is called, by the server and in a browser that
// cannot reach it.

const pictures = {
  'remove-logo': 'Delete failed',
  'remove-picture': 'Delete failed',
  'undo-logo': 'Error saving changes',
  'undo-picture': 'Error saving changes',
  'caption-picture': 'Error saving changes',
  'order-pictures': 'Error saving changes',
}

/**
 * The titles by address and form; just one where an address has one form, whatever that is called. They are those of the
 * specification (section 8), to the letter, for what it names; it names an 'Error' for what staff decide.
 */
const titles: Record<string, string | Record<string, string>> = {
  auth: {
    login: 'Login failed',
    code: 'Login failed',
    register: 'Registration failed',
    resend: 'Email not sent',
    'send-again': 'Email not sent',
    forgot: 'Error',
    reset: 'Error updating password',
  },
  'auth/address': 'Login email not changed',
  onboarding: {
    confirm: 'Address not confirmed',
    'confirm-password': 'Address not confirmed',
    'confirm-own': 'Address not confirmed',
  },
  verification: {
    military: 'Error saving',
    documents: 'Error loading documents',
    'delete-document': 'Delete failed',
    declaration: 'Error saving',
    review: 'Error submitting verification',
    withdraw: 'Verification not withdrawn',
    appeal: 'Appeal not sent',
    confirm: 'Error saving',
  },
  profile: {
    profile: 'Error saving changes',
    'remove-avatar': 'Delete failed',
    'undo-avatar': 'Error saving changes',
    'delete-document': 'Delete failed',
    'change-password': 'Error updating password',
    'send-reset-link': 'Error',
    'change-address': 'Login email not changed',
    'begin-two-factor': 'Two-factor authentication not changed',
    'confirm-two-factor': 'Two-factor authentication not changed',
    'renew-recovery-codes': 'Recovery codes not replaced',
    'disable-two-factor': 'Two-factor authentication not changed',
    'end-session': 'Session not ended',
    'end-all-sessions': 'Error signing out',
    'request-export': 'Download not prepared',
    'delete-account': 'Account not deleted',
  },
  'sign-out': 'Error signing out',
  notices: { 'report-appeal': 'Not sent' },
  enquiries: { 'erase-sent': 'Enquiry not deleted' },
  'enquiries/:id': { 'erase-sent': 'Enquiry not deleted' },
  'enquiries/sent': { 'confirm-sent': 'Address not confirmed', 'erase-sent': 'Enquiry not deleted' },
  'business-onboarding': {
    profile: 'Error saving changes',
    contact: 'Error saving changes',
    media: 'Error saving changes',
    keep: 'Error saving changes',
    review: 'Error creating business profile',
    discard: 'Draft not discarded',
    ...pictures,
  },
  'my-business': {
    basic: 'Error saving changes',
    contact: 'Error saving changes',
    address: 'Error saving changes',
    social: 'Error saving changes',
    facts: 'Error saving changes',
    'hand-on': 'Invitation not sent',
    'withdraw-handover': 'Invitation not withdrawn',
    ...pictures,
  },
  'my-business/visibility': 'Error',
  'my-business/enquiries': { 'switch-leads': 'Enquiries not changed' },
  'my-business/enquiries/:id': { 'mark-lead': 'Enquiry not marked', 'lead-note': 'Note not saved' },
  'my-business/statistics': { 'monthly-email': 'Monthly email not changed' },
  'my-business/facts': { 'ask-fact': 'Not asked', 'withdraw-fact': 'Not taken back' },
  handover: { 'take-on': 'Listing not transferred' },
  'my-podcast': {
    podcast: 'Error saving podcast',
    'remove-cover': 'Delete failed',
    'undo-cover': 'Error saving podcast',
  },
  'my-podcast/visibility': 'Error saving podcast',
  'shop/cart/change': 'Your cart could not be changed',
  'shop/checkout': 'Order not placed',
  'functions/v1/sync-stripe-products': 'Sync failed',
  contact: 'Not sent',
  support: 'Not sent',
  'data-protection-complaint': 'Not sent',
  report: { report: 'Not sent' },
  'report/answer': { 'report-complaint': 'Not sent' },
  'stop-email': 'Monthly email not changed',
  'business/:slug/enquire': 'Not sent',
  'shortlist/enquire': 'Not sent',
  'shortlist/change': 'Not saved',
  'map-view': 'Map not changed',
  appearance: 'Appearance not saved',
  'cookie-preferences': 'Cookie preferences not saved',
  admin: {
    next: 'Case not taken',
    order: 'Order not changed',
    'allow-ends': 'Nothing was changed',
    undo: 'Not undone',
  },
  'admin/verifications/:id': {
    decision: 'Error',
    'record-seen': 'Error',
    'withdraw-record': 'Error',
    shown: 'Document not counted as opened',
    take: 'Case not taken',
    stay: 'Claim not renewed',
    next: 'Case not taken',
    'take-over': 'Case not taken',
    release: 'Not returned to the queue',
    'service-number': 'Service number not shown',
    revoke: 'Error',
    reopen: 'Error',
  },
  'admin/records/:id': {
    'settle-record': 'Nothing was changed',
    'confirm-settlement': 'Nothing was changed',
    'take-back-settlement': 'Nothing was changed',
  },
  'admin/names': { 'accept-names': 'Not accepted' },
  'admin/facts/:id': { 'fact-decision': 'Not decided' },
  'admin/profiles/:id': { suspend: 'Error', reinstate: 'Error', 'mark-email': 'Error' },
  'admin/business-visibility': 'Error',
  'admin/podcast-visibility': 'Error saving podcast',
  'admin/jobs': { retry: 'Job not put back in its queue' },
  'admin/offers': { 'add-codes': 'Nothing was changed', 'remove-codes': 'Nothing was changed' },
  'admin/enquiries/:id': {
    handled: 'Enquiry not marked',
    waiting: 'Enquiry not marked',
    'complaint-answer': 'Answer not sent',
  },
  'admin/reports/:id': { 'report-decision': 'Not decided', 'contest-decision': 'Not decided' },
  'admin/orders/:id': { retry: 'Not sent to the printer', refund: 'Not refunded yet' },
  'admin/shop-sync': 'Sync failed',
}

/** What takes files, or speaks with programs. */
const elsewhere = [
  'verification/documents',
  'profile/avatar',
  'business-onboarding/picture',
  'my-business/picture',
  'my-podcast/cover',
  'my-business/facts/:id/certificate',
  'near-me',
  'functions/v1/printful-api',
  'webhooks/printful',
  'webhooks/stripe',
  'api/*',
]

/** What components send by themselves, and not the router. */
const sentByComponents = /visibility$|^shop\/cart\/change$|^functions\//

const id = randomUUID()
const password = 'a password for tests'

/** What each field of each form takes. */
const fields: Record<string, string> = {
  amount: '1',
  answer: 'It is wrong.',
  appearance: 'dark',
  caption: 'A cake',
  case: id,
  change: 'clear',
  check: id,
  checkout: id,
  choice: 'all',
  code: '123456',
  codes: 'ONE',
  confirmPassword: password,
  consentGiven: 'on',
  contest: id,
  country: 'GB',
  currentPassword: password,
  decision: 'register',
  declarationText: verificationDeclarationText,
  document: id,
  email: 'sam@sample.example',
  fact: 'companyNumber',
  firstName: 'Sam',
  intent: 'clear',
  isActive: 'true',
  key: id,
  kind: 'single',
  lastName: 'Sample',
  mailbox: 'general',
  map: 'open',
  measure: 'none',
  message: 'Hello.',
  militaryRelationshipTypeId: '1',
  name: 'Sam Sample',
  needs: 'A fence',
  newEmail: 'kim@sample.example',
  newPassword: password,
  note: 'I saw a card.',
  notice: '',
  order: id,
  outcome: 'stands',
  partner: 'sage',
  password,
  personalEmail: 'sam@sample.example',
  personalMobile: '07700900123',
  picture: id,
  place: 'Kendal',
  privacyAgreed: 'on',
  proof: 'a proof',
  reached: 'yes',
  reason: 'other',
  resend: 'a proof',
  rule: 'wrong',
  seen: 'in-person',
  serviceBranchId: '1',
  shipping: 'STANDARD:499',
  status: 'done',
  step: 'profile',
  subject: 'access',
  subtotal: '100',
  supportType: 'Other',
  title: 'A podcast',
  value: '01234567',
  verdict: 'approve',
  withdraw: 'on',
  words: 'Because it is.',
}
/** And where a form means something else by it. */
const own: Record<string, Record<string, string>> = {
  refund: { reason: 'cancelled' },
  report: { reason: 'wrong' },
}

let open: PlatformHandle
let platform: Platform
let admin: Actor
let search: Record<string, string>

beforeAll(async () => {
  open = await openTestPlatform({ log: createLog('silent') })
  const { db } = open.platform
  platform = new Proxy(open.platform, {
    get: (target, name) => (name === 'log' ? target.log : orNothing(Reflect.get(target, name))),
  })
  admin = await createStaff(db, 'Admin')
  const { businessSlug } = await createBusiness(db, { businessSlug: 'listed' })
  const issue = async (purpose: 'confirm' | 'change-address') =>
    `?${new URLSearchParams({
      token: tokenInLink(
        open.platform,
        purpose,
        await issueEmailLinkTokenId(db, purpose, { userId: admin.userId, value: { newEmail: 'kim@sample.example' } }),
      ),
    })}`
  search = {
    onboarding: await issue('confirm'),
    'auth/address': await issue('change-address'),
    report: `?business=${businessSlug}`,
    'shortlist/enquire': `?b=${businessSlug}`,
  }
})
afterAll(() => open.close())

/** Whether a form is being handled, and not yet answered. */
function isHandling(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack.includes('define-form.server') && !stack.includes('flash-redirect')
}

function orNothing<Value>(value: Value): Value {
  if (isHandling()) throw new Error('nothing answers')
  return value
}

function requestOf(pattern: string, name: string): Request {
  const body = new URLSearchParams({ ...fields, ...own[name], form: name })
  const path = pattern.replace(':slug', 'listed').replace(':id', id)
  // Its password was right a moment ago.
  const headers = { Accept: 'application/json', Cookie: `${cookieNames.secondFactor}=a-proof` }
  const address = `http://muster.example/${path}${search[pattern] ?? ''}`
  const request = new Request(address, { method: 'POST', body, headers })
  const sent = request.headers
  return Object.defineProperty(request, 'headers', { get: () => orNothing(sent) })
}

type Answer = Response | { data?: { toast?: ToastMessage } }

const toastIn = async (answer: Answer): Promise<ToastMessage | undefined> => {
  const body = answer instanceof Response ? (answer.ok || answer.status > 399 ? await answer.json() : {}) : answer.data
  return (body as { toast?: ToastMessage } | undefined)?.toast
}

/** The title of a form's failure; null where there is no such form. */
async function fail(pattern: string, name: string, actor: Actor | null): Promise<string | null> {
  const request = requestOf(pattern, name)
  const context = contextFor(platform, request) as RouterContextProvider
  context.set(actorContext, async () => actor)
  const module = await load(pattern)
  const params = { id, slug: 'listed' }
  const action = module.action as (args: object) => Promise<Answer>
  try {
    const answer = await action({ request, params, context })
    return (await toastIn(answer))?.title ?? `${answer instanceof Response && answer.headers.get('Location')}`
  } catch (thrown) {
    if ((thrown as { init?: ResponseInit }).init?.status === 400) return null
    throw thrown
  }
}

const load = (pattern: string) => loadRoute(listRoutes().find((route) => route.pattern === pattern) ?? { file: '' })

/** The titles of all forms of an address. */
async function titlesOf(pattern: string, actor: Actor | null): Promise<string | Record<string, string>> {
  const any = await fail(pattern, 'none', actor)
  if (any !== null) return any
  const found: Record<string, string> = {}
  for (const name of formNames) {
    const title = await fail(pattern, name, actor)
    if (title !== null) found[name] = title
  }
  return found
}

// Loads every route.
// spec: world.3.1
test('every address with an action has a row', { timeout: 120_000 }, async () => {
  const acting: string[] = []
  for (const route of listRoutes()) if ('action' in (await loadRoute(route))) acting.push(route.pattern)
  expect([...Object.keys(titles), ...elsewhere].sort()).toEqual(acting.sort())
})

test.each(Object.entries(titles))(
  'a form of /%s that fails has the title of the specification',
  async (pattern, expected) => {
    expect(await titlesOf(pattern, admin)).toEqual(expected)
  },
)

test('and so do those that visitors fill in before they sign in', async () => {
  expect(await fail('verification', 'military', null)).toBe('Error saving')
  expect(await fail('business-onboarding', 'profile', null)).toBe('Error saving changes')
})

// spec: world.3.2
test('without a connection each keeps its title', async () => {
  const dispatch = vi.spyOn(EventTarget.prototype, 'dispatchEvent')
  const seen: Record<string, unknown> = {}
  for (const [pattern, expected] of Object.entries(titles)) {
    if (sentByComponents.test(pattern)) continue
    const { clientAction } = await load(pattern)
    const send = async (name: string) => {
      dispatch.mockClear()
      const serverAction = () => Promise.reject(new TypeError('Failed to fetch'))
      const answer = await (clientAction as (args: object) => Promise<Answer>)({
        request: requestOf(pattern, name),
        serverAction,
      })
      const shown = dispatch.mock.calls.map(([event]) => (event as CustomEvent<ToastMessage>).detail)[0]
      const toast = (await toastIn(answer)) ?? shown
      expect(toast, `${pattern} ${name}`).toMatchObject({
        description: 'Muster could not be reached. Try again.',
        bad: true,
      })
      return toast?.title
    }
    if (typeof expected === 'string') seen[pattern] = await send('')
    else {
      const of: Record<string, unknown> = {}
      for (const name of Object.keys(expected)) of[name] = await send(name)
      seen[pattern] = of
    }
  }
  expect(seen).toEqual(
    Object.fromEntries(Object.entries(titles).filter(([pattern]) => !sentByComponents.test(pattern))),
  )
})

test('a form that another address handles says it on the page, as the code of that address may not be there', () => {
  const unsaid = globSync('app/**/*.tsx').flatMap((file) =>
    (readFileSync(file, 'utf8').match(/<(?:Button|fetcher\.)?Form\b(?:=>|[^>])*>/g) ?? [])
      .filter((tag) => /method="post"|<ButtonForm/.test(tag) && /action=\{[^#]/.test(tag) && !/failed=/.test(tag))
      .map((tag) => `${file}: ${/action=\{(.*?)\}[\s>]/.exec(tag)?.[1]}`),
  )
  // Each of these is on the page that handles it.
  expect(unsaid.sort()).toEqual([
    "app/features/admin/components/queue.tsx: href('/admin')",
    'app/features/admin/components/queue.tsx: verificationQueuePath(order)',
    'app/features/orders/components/checkout-page.tsx: checkoutPath',
  ])
})
