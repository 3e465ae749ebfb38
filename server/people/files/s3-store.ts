import { S3mini, S3ServiceError } from 's3mini'
import type { S3Account } from '#server/platform/core/config.ts'
import type { FileStore } from './file-store.ts'

const TIMEOUT_MS = 8_000

/** Keeps files in a bucket of S3 or of what speaks like it (OSS, COS, Garage, RustFS …). What the bucket refuses or does not answer is thrown. */
export function s3Store({ endpoint, region, keyId, keySecret }: S3Account): FileStore {
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
        // AWS says 204 of what is not there, others 404.
        if (!(error instanceof S3ServiceError) || error.status !== 404) throw error
      })
    },
  }
}
