import type { S3ClientConfig } from '@aws-sdk/client-s3'

/** A bucket of an S3-compatible store, and how to sign in there. */
export interface S3BucketAccess {
  bucket: string
  region: string
  /** Null for the region's own. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/**
 * How clients reach the store. Without limits a store that accepts connections and says nothing would be waited for without end.
 * @param silenceMs how long the store may stay silent before an attempt fails, in milliseconds. There are two attempts.
 */
export function makeS3ClientOptions(account: Omit<S3BucketAccess, 'bucket'>, silenceMs: number) {
  const { region, endpoint, accessKeyId, secretAccessKey } = account
  return {
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      // Time until the response starts: large files take a while to send.
      requestTimeout: 6 * silenceMs,
      throwOnRequestTimeout: true,
    },
  } satisfies S3ClientConfig
}
