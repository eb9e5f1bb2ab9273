import pLimit from 'p-limit'
import { summarise, type Timing } from './floor.ts'
import type { Load } from './http-load.ts'

/** What a form on a page sends beside what is typed into it, and where to. */
interface FormOutline {
  action: string
  hidden: [string, string][]
}

/** The form of a page that has an email and a password and nothing else to type. */
export async function readSignInForm(url: string): Promise<FormOutline> {
  const page = await (await fetch(`${url}/auth`)).text()
  for (const [, attributes = '', body = ''] of page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    const inputs = [...body.matchAll(/<(?:input|button)\b([^>]*)>/g)].map(([, input = '']) => ({
      name: attributeOf(input, 'name'),
      value: attributeOf(input, 'value'),
      type: attributeOf(input, 'type'),
    }))
    const typed = inputs.filter(({ name, type }) => name && type !== 'hidden' && type !== 'submit')
    if (typed.map(({ name }) => name).join() !== 'email,password') continue
    const hidden = inputs.filter(({ name, type }) => name && type === 'hidden')
    return {
      action: attributeOf(attributes, 'action') || '/auth',
      hidden: hidden.map(({ name, value }) => [name, value]),
    }
  }
  throw new Error('there is no form to sign in with at /auth')
}

function attributeOf(tag: string, name: string): string {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
}

/** Signs somebody in as the form does, from a browser at an address of its own; gives the session's cookies. */
export async function signInOver(
  url: string,
  { action, hidden }: FormOutline,
  person: { email: string; password: string; address: string },
): Promise<string> {
  const { email, password, address } = person
  const answer = await fetch(new URL(action, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: url, 'X-Forwarded-For': address },
    body: new URLSearchParams([...hidden, ['email', email], ['password', password]]),
  })
  await answer.arrayBuffer()
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  if (answer.status !== 302 || !cookies.some((cookie) => cookie.includes('muster.session_token='))) {
    throw new Error(`${email} was not signed in: ${answer.status}`)
  }
  return cookies.join('; ')
}

/** How many a second, and how long one takes. */
export interface Throughput extends Timing {
  perSecond: number
}

/** Does something `count` times with so many under way at a time. */
export async function drive(
  count: number,
  together: number,
  act: (index: number) => Promise<unknown>,
): Promise<Throughput> {
  const startedAt = performance.now()
  const times = await pLimit(together).map(Array(count).keys(), async (index) => {
    const begun = performance.now()
    await act(index)
    return performance.now() - begun
  })
  return throughputOf({ times, ms: performance.now() - startedAt })
}

export function throughputOf({ times, ms }: Load): Throughput {
  return { perSecond: times.length / (ms / 1_000), ...summarise(times) }
}
