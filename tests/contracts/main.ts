import Stripe from 'stripe'
import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { endNotRun } from '../../scripts/services.mjs'
import { callPrintful, judge } from './printful-calls.ts'
import { record } from './record.ts'
import { callStripe } from './stripe-calls.ts'

// Makes the calls of providers.test.ts to the providers' own test modes. README.md says which keys it takes.

const { TEST_PRINTFUL_TOKEN: token, TEST_PRINTFUL_STORE_ID: storeId, TEST_STRIPE_SECRET_KEY: secretKey } = process.env
if (!token && !secretKey) {
  endNotRun('set TEST_PRINTFUL_TOKEN, TEST_STRIPE_SECRET_KEY, or both: tests/contracts/README.md says of what.')
}
if (secretKey && !/^[rs]k_test_/.test(secretKey)) throw new Error('TEST_STRIPE_SECRET_KEY is no key of test mode')

if (token) {
  const url = 'https://api.printful.com'
  const printer = openPrintProvider({ url, token, storeId: storeId || null }, { drafts: true })
  const exchanges = await record([url], () => callPrintful(printer))
  const { problems, asked } = judge(exchanges)
  console.log(
    `Printful: ${exchanges.length} requests of ${asked.size} operations, ${problems.length} not as the contract says`,
  )
  for (const problem of new Set(problems)) console.log(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} else console.log('Printful: not run, TEST_PRINTFUL_TOKEN is not set')

if (secretKey) {
  const webhookSecret = 'whsec_of_this_test'
  const payments = openPaymentProvider({ url: null, secretKey, webhookSecret, tax: false })
  const stripe = new Stripe(secretKey)
  await callStripe(payments, {
    webhookSecret,
    pay: async ({ orderId, amount }) => {
      const { id } = await stripe.paymentIntents.create({
        amount,
        currency: 'gbp',
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { order_id: orderId },
      })
      return id
    },
  })
  console.log('Stripe: every call was answered as expected')
} else console.log('Stripe: not run, TEST_STRIPE_SECRET_KEY is not set')
