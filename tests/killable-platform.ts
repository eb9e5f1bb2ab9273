import type { Platform } from '#app/platform/.server/platform.ts'

// Processes that are killed between two steps: before and after each transaction, each queued job, and each request to a provider
// of the shop.

/** Thrown in a process that was killed. */
export class Killed extends Error {
  override name = 'Killed'
}

interface Life {
  platform: Platform
  /** Its steps until it ended. */
  steps: string[]
}

/** A series of processes: when one dies, the next repeats its work. */
export interface Lives {
  /** The steps of the first process until it ended. */
  steps: string[]
  /** Does something, with as many processes as it takes. */
  survive: <Result>(act: (platform: Platform) => Promise<Result>) => Promise<Result>
  /** How many have died. */
  died: () => number
}

/** Processes that die at these steps, counted from 1, one each; later ones do not die. */
export function startLives(start: () => Platform, deaths: readonly number[]): Lives {
  let died = 0
  let life = startKillable(start(), deaths[0] ?? null)
  return {
    steps: life.steps,
    died: () => died,
    survive: async (act) => {
      for (;;) {
        const current = life
        try {
          return await act(current.platform)
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          // If one process did several things, the first to notice starts the next process.
          if (life !== current) continue
          died += 1
          life = startKillable(start(), deaths[died] ?? null)
        }
      }
    },
  }
}

/** A process that dies at a step, or never for null. A dead one does nothing more. */
function startKillable(platform: Platform, dieAt: number | null): Life {
  const steps: string[] = []
  const step = (name: string) => {
    if (dieAt !== null && steps.length >= dieAt) throw new Killed(name)
    steps.push(name)
    if (steps.length === dieAt) throw new Killed(name)
  }
  const around = async <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    step(`before ${name}`)
    const result = await act()
    step(`after ${name}`)
    return result
  }
  const db = new Proxy(platform.db, {
    get: (target, key) => {
      if (key === 'transaction')
        return (act: Parameters<typeof target.transaction>[0]) => around('a transaction', () => target.transaction(act))
      const value = Reflect.get(target, key, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const jobs: Platform['jobs'] = {
    ...platform.jobs,
    enqueue: (transaction, kind, data, options) =>
      around(`queueing ${kind.name}`, () => platform.jobs.enqueue(transaction, kind, data, options)),
  }
  const watch = <Provider extends object>(provider: Provider, names: (keyof Provider & string)[]): Provider => ({
    ...provider,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        (...told: unknown[]) =>
          around(name, () => (provider[name] as (...told: unknown[]) => Promise<unknown>)(...told)),
      ]),
    ),
  })
  const { paymentProvider, printProvider } = platform.shop
  if (!paymentProvider || !printProvider) throw new Error('the shop has no providers')
  const shop: Platform['shop'] = {
    ...platform.shop,
    paymentProvider: watch(paymentProvider, ['createSession', 'getSession', 'getPayment', 'expireSession', 'refund']),
    printProvider: watch(printProvider, ['rates', 'createOrder', 'findOrder']),
  }
  return { platform: { ...platform, db, jobs, shop }, steps }
}
