import { expect, test } from './support/test.ts'

test('the server says that it lives', async ({ request }) => {
  const answer = await request.get('/healthz')
  expect(answer.status()).toBe(200)
})
