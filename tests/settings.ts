import { BlockList } from 'node:net'
import { openVault } from '#app/platform/.server/vault.ts'

/** Settings of a platform in tests and benchmarks. */
export const settingsForTests = {
  publicUrl: 'http://muster.example',
  secret: 'a secret for tests alone, 32 characters',
  vault: openVault([{ id: 'tests', key: Buffer.alloc(32, 7) }]),
  verificationTerms: { evidenceDays: 30, validDays: 365, graceDays: 30 },
  scanner: null,
  feedNetworks: new BlockList(),
  production: false,
  contactFormUrl: null,
  shop: { printProvider: null, paymentProvider: null, storeUrl: null, isDemo: false },
}
