import { join } from 'node:path'
import S3rver from 's3rver'

/** An S3-compatible store of files in this process. */
export interface Store {
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
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      // The only credentials that it knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => server.close(),
  }
}
