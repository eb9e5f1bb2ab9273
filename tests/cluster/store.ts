import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Account } from '#app/platform/.server/s3.ts'

/** An S3-compatible store of files in this process. */
export interface Store {
  account: S3Account
  /** The settings that lead to it. */
  environment: Record<string, string>
  stop: () => Promise<void>
}

/** Starts a store below a folder, on a free port of loopback. */
export async function startStore(folder: string): Promise<Store> {
  const bucket = 'muster'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'store'),
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  // The only credentials that it knows.
  const account = { bucket, region: 'us-east-1', endpoint, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    account,
    environment: {
      S3_ENDPOINT: account.endpoint,
      S3_BUCKET: account.bucket,
      S3_REGION: account.region,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
    stop: () => server.close(),
  }
}
