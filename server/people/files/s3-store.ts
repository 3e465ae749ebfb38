import type { S3Account } from '#server/platform/core/config.ts'
import { loadOnFirstUse } from '#server/platform/core/module-loading.ts'
import type { FileStore } from './file-store.ts'

const loadS3 = loadOnFirstUse<typeof import('s3mini')>('s3mini')

const TIMEOUT_MS = 8_000

/**
 * Stores files in a bucket of S3 or a compatible service (OSS, COS, Garage, RustFS …). Throws if the service refuses or does not answer.
 */
export function createS3Store({ endpoint, region, keyId, keySecret }: S3Account): FileStore {
  const { S3mini, S3ServiceError } = loadS3()
  const bucket = new S3mini({ endpoint, region, accessKeyId: keyId, secretAccessKey: keySecret, requestAbortTimeout: TIMEOUT_MS })
  return {
    async put(name, bytes) {
      await bucket.putObject(name, Buffer.from(bytes), 'application/octet-stream')
    },
    async get(name) {
      const found = await bucket.getObjectArrayBuffer(name)
      return found === null ? undefined : new Uint8Array(found)
    },
    async delete(name) {
      await bucket.deleteObject(name).catch((error) => {
        // For a missing file AWS returns 204, other services 404.
        if (!(error instanceof S3ServiceError) || error.status !== 404) throw error
      })
    },
  }
}
