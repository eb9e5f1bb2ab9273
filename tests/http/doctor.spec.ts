import { BlockList } from 'node:net'
import { checkProxy } from '#app/features/monitoring/doctor/check-proxy.server.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { expect, test } from '../e2e/support/plain-page.ts'
import { signingSecret } from '../e2e/support/servers.ts'

// spec: doctor.5
test('the running site answers the doctor, and nobody else', async ({ site, servers, databaseUrl }) => {
  const own = await servers.start({ databaseUrl, environment: { WORKER: 'apart' } })
  const options = { publicUrl: own.url, trustedProxies: new BlockList(), silence: 1 }
  const findings = await checkProxy({ ...options, secret: signingSecret })
  expect(findings.map(({ about, state }) => `${about}: ${state}`)).toEqual([
    ...['Visitors: good', 'Scheme: good', 'Host: good', 'Clock: good', 'Uploads: good', 'Live updates: good'],
  ])
  const [stranger] = await checkProxy({
    ...options,
    secret: new SigningSecret('another secret of thirty-two characters'),
  })
  expect(stranger).toMatchObject({ about: 'Proxy', state: 'bad' })
  expect((await fetch(`${site.url}/doctor?silence=1`)).status).toBe(404)
})
