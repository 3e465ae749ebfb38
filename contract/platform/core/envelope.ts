import type { RefusalDetail } from './refusal.ts'
import type { RefusalName } from './refusals.ts'

/** The prefix of every call (specification §7). */
export const API_BASE = '/api'
export const APP_VERSION = '2.0.0'
export const SUCCESS_CODE = 200
/** The code on which a client logs out (specification §8). */
export const NOT_LOGGED_IN_CODE = 510

/** The shape of every answer. `data` of a refusal is null. */
export interface ResponseEnvelope {
  code: number
  msg: string
  success: boolean
  data: unknown
  /** The refusal's name. */
  reason?: RefusalName
  detail?: RefusalDetail
}
