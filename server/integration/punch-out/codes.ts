import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { uuidFromBytes, uuidToBytes } from '#server/platform/core/uuid-bytes.ts'

const SECRET_BYTES = 32
const CODE_SHAPE = /^[A-Za-z0-9_-]{64}$/

/**
 * Creates a code with 256 random bits and the id of the company, by which its row is found. Only its SHA-256 is stored.
 */
export function createPunchOutCode(moment: Moment, enterpriseId: string): { code: string; hash: Buffer } {
  const code = Buffer.concat([moment.bytes(SECRET_BYTES), uuidToBytes(enterpriseId)]).toString('base64url')
  return { code, hash: sha256(code) }
}

/** The company and the digest of a code; undefined if it is not one. */
export function parsePunchOutCode(code: string): { enterpriseId: string; hash: Buffer } | undefined {
  if (!CODE_SHAPE.test(code)) return undefined
  return { enterpriseId: uuidFromBytes(Buffer.from(code, 'base64url').subarray(SECRET_BYTES)), hash: sha256(code) }
}
