import { expect, test } from 'vitest'
import { parseConfig } from '#app/platform/.server/config.ts'
import { openShopProviders } from '#app/platform/.server/shop.ts'
import { startSimulators, wantsSimulators } from './main.ts'

test.each([
  [true, {}],
  [false, { STRIPE_SECRET_KEY: 'sk_live_1' }],
  [false, { PRINTFUL_TOKEN: 'a token' }],
  [false, { WORKER: 'apart' }],
  [false, { SIMULATORS: 'false' }],
])('simulators are wanted: %s, with %o', (wanted, environment) => {
  expect(wantsSimulators(environment)).toBe(wanted)
})

test('a store of the organisation that is set stays', async () => {
  expect(await startSimulators({ STORE_URL: 'https://store.example' })).toMatchObject({
    STORE_URL: 'https://store.example',
  })
})

test('their settings lead to both, and the shop knows that it is a demo', async () => {
  const { shop } = parseConfig(await startSimulators({}))
  const { printProvider: printer, paymentProvider: payments, isDemo, storeUrl } = openShopProviders(shop)
  expect(isDemo).toBe(true)
  expect((await printer?.listProducts())?.length).toBeGreaterThan(5)
  expect(await payments?.getSession('cs_test_unknown')).toBeNull()
  expect(await (await fetch(storeUrl ?? '')).text()).toContain('<h1>The store elsewhere</h1>')
})
