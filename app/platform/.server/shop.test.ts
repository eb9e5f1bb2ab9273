import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { printfulApiUrl } from './config.ts'
import type { PrintOrderRequest } from './printing/print-provider.ts'
import { openShopProviders } from './shop.ts'

const printful = { url: printfulApiUrl, token: 'a token', storeId: null }
const stripe = { url: null, secretKey: 'sk_live_1', webhookSecret: 'whsec_1', tax: false }
const simulator = 'http://127.0.0.1:1'
const options: PrintOrderRequest = {
  externalId: '0123456789abcdef0123456789abcdef',
  shipping: 'STANDARD',
  recipient: {
    name: 'Sam Sample',
    line1: '1 Sample Street',
    line2: null,
    city: 'Sampleton',
    state: null,
    postcode: 'SA1 1AA',
    country: 'GB',
    phone: null,
    email: null,
  },
  items: [{ syncVariantId: 1, quantity: 1, amount: 1_250 }],
}

describe('who pays and who prints', () => {
  const asked: string[] = []
  beforeAll(() => {
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address)
      return new Response('', { status: 503 })
    })
  })
  afterEach(() => {
    asked.length = 0
  })
  afterAll(() => vi.unstubAllGlobals())

  test.each([
    ['real money is really printed', {}, {}, 'true', false],
    ['a key for trying out gets drafts of the real printer', { secretKey: 'sk_test_1' }, {}, 'false', true],
    ['so does a restricted one', { secretKey: 'rk_test_1' }, {}, 'false', true],
    ["a simulator's money gets drafts of the real printer", { url: simulator }, {}, 'false', true],
    ["a simulator's money is printed by a simulator", { url: simulator }, { url: simulator }, 'true', true],
  ])('%s', async (_, payer, maker, confirm, isDemo) => {
    const shop = openShopProviders({
      stripe: { ...stripe, ...payer },
      printful: { ...printful, ...maker },
      storeUrl: null,
    })
    expect(shop.isDemo).toBe(isDemo)
    await expect(shop.printProvider?.createOrder(options)).rejects.toThrow('answered with 503')
    expect(asked.map((address) => new URL(address).searchParams.get('confirm'))).toEqual([confirm])
  })
})
